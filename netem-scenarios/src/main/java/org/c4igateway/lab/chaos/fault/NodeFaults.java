package org.c4igateway.lab.chaos.fault;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.lab.chaos.system.ChaosSystem;
import org.c4igateway.lab.net.Host;
import org.c4igateway.lab.tool.ToolRun;

/** Faults of a node that a WAN gateway does not have. */
final class NodeFaults {
    private static final double MAX_STEP_SECONDS = 3_600;

    /** The machine tells nobody that a TCP connection has ended. */
    private static final String SILENCE = """
            table inet c4ichaos {
              chain output {
                type filter hook output priority 0; policy accept;
                tcp flags & (fin | rst) != 0 drop
              }
            }
            """;

    private static final double SHARE_HALF = 0.5;

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

    /**
     * The node is killed, and until the end of the fault its machine sends no FIN and no RST: peers and database take
     * its connections for open, also when they send.
     *
     * @param strength below a half the node starts again at once, beside its former connections; else at the end
     */
    static Fault halfOpen(ChaosSystem system, double strength) {
        return new Fault() {
            private boolean held;

            @Override
            public void begin() throws IOException, InterruptedException {
                system.node().hold();
                held = true;
                filter(system.host(), SILENCE);
                system.node().current().kill();
                if (strength < SHARE_HALF) {
                    release();
                }
            }

            @Override
            public void end() throws IOException {
                if (held) {
                    release();
                }
                filter(system.host(), "delete table inet c4ichaos");
            }

            private void release() throws IOException {
                held = false;
                system.node().release();
            }
        };
    }

    private static void filter(Host host, String rules) throws IOException {
        List<String> command = new ArrayList<>(host.enter());
        command.addAll(List.of("nft", "-f", "-"));
        ToolRun.withInput(rules, command).orThrow("filtering what " + host.name() + " sends");
    }
}
