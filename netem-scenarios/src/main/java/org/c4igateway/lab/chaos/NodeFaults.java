package org.c4igateway.lab.chaos;

/** Faults of a node that a WAN gateway does not have. */
final class NodeFaults {
    private static final double MAX_STEP_SECONDS = 3_600;

    private NodeFaults() {}

    /** The second node has the fault's length to come up; the first one stays down and is the second one next time. */
    static Fault takeover(ChaosSystem system) {
        return Fault.of(() -> system.spare().start(), () -> {
            system.node().hold();
            system.node().current().kill();
            system.swap();
            system.node().release();
        });
    }

    static Fault clock(ChaosSystem system, double strength) {
        long seconds = Math.round((2 * strength - 1) * MAX_STEP_SECONDS);
        return Fault.of(
                () -> system.clocks().wrong(seconds), () -> system.clocks().wrong(0));
    }
}
