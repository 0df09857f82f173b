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
     * @param needRestart changes that wait for a restart
     * @param why why nothing is applied although it could be for itself; empty otherwise
     */
    record Accepted(List<ConfigurationChange> applied, List<ConfigurationChange> needRestart, String why)
            implements ReloadResult {
        public Accepted {
            applied = List.copyOf(applied);
            needRestart = List.copyOf(needRestart);
        }

        @Override
        public String label() {
            return applied.isEmpty() ? needRestart.isEmpty() ? "unchanged" : "needs_restart" : "applied";
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
