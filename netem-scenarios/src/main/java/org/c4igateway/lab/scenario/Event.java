package org.c4igateway.lab.scenario;

import java.time.Duration;

/**
 * Something that happens at a time after the condition was set.
 *
 * @param at when
 * @param action what
 * @param target node or link; empty for {@link Action#SUBMIT}
 */
public record Event(Duration at, Action action, String target) {
    /** What can happen. */
    public enum Action {
        /** All flows begin. */
        SUBMIT,
        /** SIGKILL to a node. */
        KILL,
        /** SIGTERM to a node. */
        STOP,
        /** A node's process starts. */
        START,
        /** A link drops everything, and neither end is notified. */
        SILENCE,
        /** A link is again as the condition says. */
        RESTORE;

        /** Whether the target is a node, else it is a link. */
        public boolean concernsNode() {
            return this == KILL || this == STOP || this == START;
        }
    }
}
