package org.c4igateway.test.e2e.reload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.SQLException;
import java.time.Duration;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

@Tag("slow")
@Tag("campaign")
class JmsRenewalTest extends RenewedEndToEnd {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    JmsRenewalTest(PostgresServer server) {
        super(Middleware.JMS, server);
    }

    /** BRAVO's engine moves to another port first, then ALPHA is told. */
    @Test
    void takesOverTheAddressOfAPeerWhileRowsFlow() throws SQLException {
        mesh().start();
        RowStream there = new RowStream(mesh().server("ALPHA"), "BRAVO", 5);
        RowStream back = new RowStream(mesh().server("BRAVO"), "ALPHA", 6);
        there.awaitMore();
        int port = TestNetwork.port();

        renew("BRAVO", () -> bravo().rename(onPort(bravo(), "BRAVO", port)));
        back.awaitMore();
        renew("ALPHA", () -> alpha().rename(alpha().text().replace(address(mesh().jmsPort("BRAVO")), address(port))));
        mesh().node("ALPHA").awaitReaches("BRAVO");
        there.awaitMore();
        there.end();
        back.end();
        mesh().awaitSettled("ALPHA");
        mesh().awaitSettled("BRAVO");

        mesh().assertDelivered("ALPHA", "BRAVO");
        mesh().assertDelivered("BRAVO", "ALPHA");
        assertThat(mesh().node("ALPHA").log())
                .contains("c4i.transports.jms.peers.BRAVO: " + address(mesh().jmsPort("BRAVO")) + " -> " + address(port)
                        + " (applied, the data path was renewed)");
    }

    /** Another program listens on the port that the file says now. */
    @Test
    void goesOnAsItWasWhenTheNewPathDoesNotOpen() throws SQLException, IOException {
        mesh().start();
        RowStream there = new RowStream(mesh().server("ALPHA"), "BRAVO", 7);
        there.awaitMore();
        int port = TestNetwork.port();
        try (ServerSocket other = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(other.isBound()).isTrue();
            alpha().rename(onPort(alpha(), "ALPHA", port));
            await("it goes back")
                    .atMost(PATIENCE)
                    .until(() -> mesh().node("ALPHA").metric("c4i_configuration_reloads_total", "went_back") == 1);
        }
        mesh().node("ALPHA").awaitReaches("BRAVO");
        there.awaitMore();

        String change = "c4i.transports.jms.port: " + mesh().jmsPort("ALPHA") + " -> " + port;
        assertThat(mesh().node("ALPHA").log())
                .contains("GW-411 The data path does not open", "GW-103", change + " (tried)");
        String health = mesh().node("ALPHA").health();
        assertThat(health)
                .contains("\"status\":\"DEGRADED\"", "\"alarms\":[\"GW-411", "\"role\":\"active\"", "\"epoch\":1");
        assertThat(JsonMapper.shared().readTree(health).get("status").asString())
                .as("of all parts")
                .isEqualTo("DEGRADED");
        assertThat(mesh().node("ALPHA").metric("c4i_configuration_refused")).isEqualTo(1);
        assertThat(dryRun("ALPHA")).contains(change + " (renews the data path)");

        alpha().rename(alpha().text());
        await("the alarm ends")
                .atMost(PATIENCE)
                .until(() -> mesh().node("ALPHA").health().contains("\"alarms\":[]"));
        // Two submitters at once have no order between their rows, so the first one ends before.
        there.end();
        mesh().server("ALPHA").submitAll(Samples.load(10, 99), "BRAVO");
        mesh().awaitSettled("ALPHA");
        mesh().assertDelivered("ALPHA", "BRAVO");
    }

    private String onPort(ChangedFile file, String system, int port) {
        String before = "port: " + mesh().jmsPort(system) + "\n";
        assertThat(file.text()).contains(before);
        return file.text().replace(before, "port: " + port + "\n");
    }

    private static String address(int port) {
        return "127.0.0.1:" + port;
    }
}
