package org.c4igateway.test.e2e.standby;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.c4igateway.test.e2e.mesh.TestNodeProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node with a fault in its file ends at its start, also while another node serves: not when it should take over. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
@Tag("campaign")
class StandbyFaultsTest {
    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    /**
     * One fault.
     *
     * @param said what the process says before it ends
     * @param options that make the fault
     */
    private record Fault(String said, String... options) {}

    private static Stream<Fault> faults() {
        return Stream.of(
                new Fault(
                        "GW-101: c4i.transports.jms.peers.DELTA is missing: destination DELTA goes by jms",
                        "--c4i.destinations.DELTA=jms"),
                new Fault(
                        "GW-101: c4i.transports.dds.network.interfaces: 'nix0' is no network interface of this machine",
                        "--c4i.transports.dds.enabled=true",
                        "--c4i.transports.dds.network.interfaces=nix0"),
                new Fault(
                        "GW-101: c4i.transports.dds.enabled: 'tru' is not true or false (command line)",
                        "--c4i.transports.dds.enabled=tru"),
                new Fault(
                        "GW-101: c4i.transports.jms.tls.key-store: '/nonexistent/a.p12' cannot be read",
                        "--c4i.transports.jms.tls.key-store=/nonexistent/a.p12",
                        "--c4i.transports.jms.tls.trust-store=/nonexistent/b.p12"),
                new Fault(
                        "GW-101: unknown configuration keys: server.prot (nearest: server.port)",
                        "--server.prot=18080"),
                new Fault(
                        "GW-101: this interface database belongs to system ALPHA, not to GAMMA", "--c4i.system=GAMMA"));
    }

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @Test
    void standbyWithAFaultInItsFileEndsAtItsStart(PostgresServer server) throws InterruptedException {
        TestMesh testMesh = logs.show(TestMesh.pair("standby-faults", Middleware.JMS, server))
                .start();
        TestNodeProcess second = testMesh.secondNode("ALPHA");
        for (Fault fault : faults().toList()) {
            second.start(fault.options());

            assertThat(second.awaitExit())
                    .as(List.of(fault.options()) + second.logTail())
                    .isEqualTo(1);
            assertThat(second.log()).contains(fault.said()).doesNotContain("This node is active");
        }
        assertThat(testMesh.node("ALPHA").health()).contains("\"role\":\"active\"");
        second.start().awaitStandby(); // without a fault it stands by
    }
}
