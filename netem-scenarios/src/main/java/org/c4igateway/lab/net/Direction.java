package org.c4igateway.lab.net;

/**
 * One of the two directions of a link, and the devices it passes in the link's own namespace:
 *
 * <pre>
 * from-end ── from │br0│ west ══ east │br1│ to ── to-end        forward ─▶   ◀─ backward
 *                        shaper  loss                           (mirrored)
 * </pre>
 */
public enum Direction {
    /** From the link's start to its end. */
    FORWARD("from", "west", "east", "to"),
    /** From the link's end to its start. */
    BACKWARD("to", "east", "west", "from");

    private final String entry;
    private final String shaper;
    private final String far;
    private final String exit;

    Direction(String entry, String shaper, String far, String exit) {
        this.entry = entry;
        this.shaper = shaper;
        this.far = far;
        this.exit = exit;
    }

    /** Device where packets come in. */
    String entry() {
        return entry;
    }

    /** Device whose queue shapes. */
    String shaper() {
        return shaper;
    }

    /** Device behind the shaper. */
    String far() {
        return far;
    }

    /** Device where packets leave. */
    String exit() {
        return exit;
    }
}
