package org.c4igateway.dbbridge.node.reload;

import java.util.List;

/** What became of changed files. */
public sealed interface ReloadResult {
    /** @return value of the label of the metric */
    String label();

    /**
     * The files are accepted.
     *
     * @param applied changes that are in force, or would be
     * @param renewed changes that are in force by a renewed data path, or would be
     * @param needRestart changes that wait for a restart
     * @param why why nothing is applied although it could be for itself; empty otherwise
     */
    record Accepted(
            List<ConfigurationChange> applied,
            List<ConfigurationChange> renewed,
            List<ConfigurationChange> needRestart,
            String why)
            implements ReloadResult {
        public Accepted {
            applied = List.copyOf(applied);
            renewed = List.copyOf(renewed);
            needRestart = List.copyOf(needRestart);
        }

        @Override
        public String label() {
            return isApplied() ? "applied" : needRestart.isEmpty() ? "unchanged" : "needs_restart";
        }

        /** @return whether some change is in force, or would be */
        boolean isApplied() {
            return !applied.isEmpty() || !renewed.isEmpty();
        }
    }

    /**
     * A node would not start with these files. Nothing is changed.
     *
     * @param problem with key, value and place
     * @param remedy what to do
     */
    record Refused(String problem, String remedy) implements ReloadResult {
        @Override
        public String label() {
            return "refused";
        }
    }

    /**
     * The data path with the changes did not open. Nothing is changed: the former path is open again, or the node asks
     * for its lease again.
     *
     * @param tried what the path was to be built with
     * @param problem why it did not open, with code and key
     * @param remedy what to do
     */
    record WentBack(List<ConfigurationChange> tried, String problem, String remedy) implements ReloadResult {
        public WentBack {
            tried = List.copyOf(tried);
        }

        @Override
        public String label() {
            return "went_back";
        }
    }

    /**
     * Not now.
     *
     * @param why for people
     */
    record Postponed(String why) implements ReloadResult {
        @Override
        public String label() {
            return "postponed";
        }
    }
}
