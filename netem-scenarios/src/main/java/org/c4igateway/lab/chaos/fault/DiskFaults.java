package org.c4igateway.lab.chaos.fault;

import java.io.IOException;
import java.time.Duration;
import org.c4igateway.lab.chaos.system.ChaosSystem;
import org.c4igateway.lab.testbed.Pause;

/** Faults of the disk of a database server, or of that of a node and a WAN gateway. */
final class DiskFaults {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private DiskFaults() {}

    /** The server ends where its log cannot be written; who makes room starts it again. */
    static Fault full(ChaosSystem system) {
        return Fault.of(() -> system.disk().fill(), () -> {
            system.disk().empty();
            recover(system);
        });
    }

    /** Nobody starts what ended but the supervisor. */
    static Fault nodeFull(ChaosSystem system) {
        return Fault.of(() -> system.nodeDisk().fill(), () -> system.nodeDisk().empty());
    }

    static Fault stall(ChaosSystem system) {
        return Fault.of(() -> system.disk().freeze(), () -> system.disk().thaw());
    }

    /** The disk goes first: what the processes still do to it until they are killed does not happen. */
    static Fault powerCut(ChaosSystem system) {
        return Fault.of(
                () -> {
                    system.node().hold();
                    system.disk().cutPower();
                    system.server().kill();
                    system.server().letGo();
                    system.node().current().kill();
                },
                () -> {
                    try {
                        system.disk().powerOn();
                        system.server().startAgain();
                    } finally {
                        system.node().release();
                    }
                });
    }

    private static void recover(ChaosSystem system) throws IOException, InterruptedException {
        long giveUpNanos = System.nanoTime() + PATIENCE.toNanos();
        do {
            if (System.nanoTime() > giveUpNanos) {
                throw new IOException("the database server of " + system.name() + " does not answer");
            }
            system.server().startAgain();
            Pause.shortly();
        } while (!system.server().answers());
    }
}
