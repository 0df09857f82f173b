package org.c4igateway.test.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.c4igateway.lab.net.NetworkTestbed;
import org.c4igateway.lab.testbed.NodeProcess;
import org.c4igateway.lab.testbed.WanSites;
import org.c4igateway.lab.testbed.config.Transports;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The wire holds UTF-8 everywhere: WAN gateways need not know what the C4I servers of their sites write. */
@Tag("slow")
class WanEncodingTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Charset MS949 = Charset.forName("x-windows-949");
    private static final String TEXT = "MSGID/SITREP/1DIV/001//\nGENTEXT/REMARKS/적 탱크 3대 發見//\n";

    @Test
    void carriesMs949OfOneSiteToUtf8OfTheOtherAndBack() throws IOException, SQLException, InterruptedException {
        Optional<String> obstacle = NetworkTestbed.obstacle();
        assumeTrue(obstacle.isEmpty(), () -> obstacle.orElse(""));
        try (WanSites sites = WanSites.open(1, WanSites.Options.of("512kbit"))) {
            sites.startGateways(PATIENCE);
            sites.mesh().start(Transports.DDS, PATIENCE);
            NodeProcess alpha = sites.mesh().node("ALPHA");
            alpha.stop();
            alpha.start("-Dc4i.encoding=MS949");
            alpha.awaitActive(PATIENCE, true);

            long there = submit(sites, "ALPHA", TEXT.getBytes(MS949), "BRAVO");
            long back = submit(sites, "BRAVO", TEXT.getBytes(StandardCharsets.UTF_8), "ALPHA");

            await("both are delivered")
                    .atMost(PATIENCE)
                    .until(() -> isDelivered(sites, "ALPHA", there) && isDelivered(sites, "BRAVO", back));
            assertThat(received(sites, "BRAVO", there)).isEqualTo(TEXT.getBytes(StandardCharsets.UTF_8));
            assertThat(received(sites, "ALPHA", back)).isEqualTo(TEXT.getBytes(MS949));
        }
    }

    private static long submit(WanSites sites, String origin, byte[] payload, String destination) throws SQLException {
        try (Connection connection = sites.mesh().database(origin).openApp();
                PreparedStatement statement = connection.prepareStatement("SELECT c4i.submit(?, 3, ARRAY[?], ?)")) {
            statement.setString(1, Samples.reliable().topicId());
            statement.setString(2, destination);
            statement.setBytes(3, payload);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private static boolean isDelivered(WanSites sites, String origin, long sequence) throws SQLException {
        byte[] state = bytes(
                sites,
                origin,
                "SELECT convert_to(state, 'UTF8') FROM c4i.delivery_status WHERE sequence = ?",
                sequence);
        return state != null && new String(state, StandardCharsets.UTF_8).equals("delivered");
    }

    private static byte @Nullable [] received(WanSites sites, String system, long sequence) throws SQLException {
        return bytes(sites, system, "SELECT payload FROM c4i.received WHERE origin_sequence = ?", sequence);
    }

    private static byte @Nullable [] bytes(WanSites sites, String system, String sql, long sequence)
            throws SQLException {
        try (Connection connection = sites.mesh().database(system).openApp();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, sequence);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getBytes(1) : null;
            }
        }
    }
}
