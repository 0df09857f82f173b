package org.c4igateway.lab.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Locale;
import org.c4igateway.lab.tool.ToolRun;

/** Faults of a node's process. */
final class NodeFaults {
    private static final double MAX_STEP_SECONDS = 3_600;

    private NodeFaults() {}

    static Fault kill(ChaosSystem system) {
        return new Fault() {
            @Override
            public void begin() throws InterruptedException {
                system.hold(true);
                system.node().kill();
            }

            @Override
            public void end() throws IOException {
                system.node().start();
                system.hold(false);
            }
        };
    }

    static Fault freeze(ChaosSystem system) {
        return new Fault() {
            private String pid = "";

            @Override
            public void begin() throws IOException {
                pid = Long.toString(system.node().pid());
                ToolRun.script("kill -STOP " + pid).orThrow("stopping a node");
            }

            @Override
            public void end() {
                ToolRun.script("kill -CONT " + pid); // it may have ended
            }
        };
    }

    /** The second node has the fault's length to come up; the first one stays down and is the second one next time. */
    static Fault takeover(ChaosSystem system) {
        return new Fault() {
            @Override
            public void begin() throws IOException {
                system.spare().start();
            }

            @Override
            public void end() throws InterruptedException {
                system.hold(true);
                system.node().kill();
                system.swap();
                system.hold(false);
            }
        };
    }

    static Fault clock(ChaosSystem system, double strength) {
        return new Fault() {
            @Override
            public void begin() throws IOException {
                step(Math.round((2 * strength - 1) * MAX_STEP_SECONDS));
            }

            private void step(long seconds) throws IOException {
                Files.writeString(system.clock(), String.format(Locale.ROOT, "%+d%n", seconds));
            }

            @Override
            public void end() throws IOException {
                step(0);
            }
        };
    }
}
