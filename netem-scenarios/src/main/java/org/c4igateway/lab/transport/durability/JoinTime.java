package org.c4igateway.lab.transport.durability;

/** When a late reader joins, in the order of a run. */
enum JoinTime {
    /** The writer has written half, and writes the rest when the reader has met it. */
    HALF("at half"),
    /** The writer has written all, and lives. */
    END("at the end"),
    /** The process of the writer has ended; another one writes marks. */
    EXIT("after the writer's exit"),
    /** Then the history service was killed and started again. */
    RESTART("after the service's restart");

    private final String text;

    JoinTime(String text) {
        this.text = text;
    }

    /** As reports write it. */
    String text() {
        return text;
    }
}
