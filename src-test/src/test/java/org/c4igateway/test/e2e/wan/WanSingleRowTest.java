package org.c4igateway.test.e2e.wan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.c4igateway.lab.net.Impairment;
import org.c4igateway.lab.testbed.NodeProcess;
import org.c4igateway.lab.testbed.WanSites;
import org.c4igateway.lab.testbed.config.Transports;
import org.c4igateway.test.e2e.mesh.Namespaces;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.process.TestJava;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of one row between two sites whose gateways keep nothing on disk. Skipped where there is no network. */
@Tag("slow")
@Tag("campaign")
class WanSingleRowTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String HEAD = "MSGID/SITREP/1DIV/001//\nGENTEXT/REMARKS/";
    private static final byte[] PLAIN = "MSGID/SITREP/1DIV/002//\n".getBytes(StandardCharsets.US_ASCII);
    private static final Impairment NO_LOSS = Impairment.ofRate(512_000);

    @SuppressWarnings("NullAway.Init") // set before all tests, which are skipped otherwise
    private static WanSites sites;

    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void open() throws IOException, SQLException, InterruptedException {
        Namespaces.require();
        sites = WanSites.open(1, WanSites.Options.of("512kbit"), TestJava.quickStart());
        sites.startGateways(PATIENCE);
        sites.mesh().start(Transports.DDS, PATIENCE);
    }

    @AfterAll
    static void close() throws IOException {
        if (sites != null) {
            sites.close();
        }
    }

    static Stream<Arguments> encodings() {
        return Stream.of(
                Arguments.of("MS949", "x-windows-949", "적 탱크 3대 發見\n" + Samples.everyHangulSyllable()),
                Arguments.of("windows-1252", "windows-1252", "“CAFÉ” à 10 €"));
    }

    /** The wire holds UTF-8 everywhere: WAN gateways need not know what the C4I servers of their sites write. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("encodings")
    void carriesTheEncodingOfOneSiteToUtf8OfTheOtherAndBack(String encoding, String charset, String remarks)
            throws IOException, SQLException, InterruptedException {
        Charset edge = Charset.forName(charset);
        String text = HEAD + remarks + "//\n";
        NodeProcess alpha = sites.mesh().node("ALPHA");
        alpha.stop();
        alpha.start("-Dc4i.encoding=" + encoding);
        alpha.awaitActive(PATIENCE, true);

        long there = submit("ALPHA", text.getBytes(edge), Instant.now().plus(Duration.ofDays(1)), "BRAVO");
        long back = submit(
                "BRAVO", text.getBytes(StandardCharsets.UTF_8), Instant.now().plus(Duration.ofDays(1)), "ALPHA");

        await("both are delivered")
                .atMost(PATIENCE)
                .until(() -> state("ALPHA", there).equals("delivered")
                        && state("BRAVO", back).equals("delivered"));
        assertThat(received("BRAVO", there)).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
        assertThat(received("ALPHA", back)).isEqualTo(text.getBytes(edge));
    }

    /** Its receipt is lost with the gateway that had it, and it expires before another could come. */
    @Test
    void tellsThatAnExpiredRowHasArrivedAfterAll() throws IOException, SQLException, InterruptedException {
        sites.link().impair(NO_LOSS, NO_LOSS.withLoss(1));
        Instant expiry = Instant.now().plusSeconds(20);
        long row = submit("ALPHA", PLAIN, expiry, "BRAVO");
        await("it has arrived").atMost(PATIENCE).until(() -> received("BRAVO", row) != null);

        sites.gateway("SOUTH").kill();
        sites.link().impair(NO_LOSS);
        awaitExpiry(expiry);
        assertThat(state("ALPHA", row)).as("nobody can be asked yet").isEqualTo("pending");
        sites.startGateway("SOUTH", PATIENCE);

        await("it has a final state").atMost(PATIENCE).until(() -> !isPending("ALPHA", row));
        assertThat(state("ALPHA", row)).isEqualTo("delivered");
    }

    @Test
    void tellsThatARowExpiredWhichHasNotArrived() throws IOException, SQLException, InterruptedException {
        sites.link().silence();
        Instant expiry = Instant.now().plusSeconds(5);
        long row = submit("ALPHA", PLAIN, expiry, "BRAVO");
        awaitExpiry(expiry);

        sites.link().impair(NO_LOSS);

        await("it has a final state").atMost(PATIENCE).until(() -> !isPending("ALPHA", row));
        assertThat(state("ALPHA", row)).isEqualTo("expired");
        assertThat(received("BRAVO", row)).isNull();
    }

    private static long submit(String origin, byte[] payload, Instant expiry, String destination) throws SQLException {
        try (Connection connection = sites.mesh().database(origin).openApp();
                PreparedStatement statement = connection.prepareStatement("SELECT c4i.submit(topic_id => ?,"
                        + " precedence => 3, destinations => ARRAY[?], payload => ?,"
                        + " expires_at => ?)")) {
            statement.setString(1, Samples.reliable().topicId());
            statement.setString(2, destination);
            statement.setBytes(3, payload);
            statement.setObject(4, expiry.atOffset(ZoneOffset.UTC));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private static void awaitExpiry(Instant expiry) {
        await("it expires").atMost(PATIENCE).until(() -> Instant.now().isAfter(expiry));
    }

    private static boolean isPending(String origin, long sequence) throws SQLException {
        return state(origin, sequence).equals("pending");
    }

    private static String state(String origin, long sequence) throws SQLException {
        String query = "SELECT convert_to(state, 'UTF8') FROM c4i.delivery_status WHERE sequence = ?";
        return new String(Objects.requireNonNull(bytes(origin, query, sequence)), StandardCharsets.UTF_8);
    }

    private static byte @Nullable [] received(String system, long sequence) throws SQLException {
        return bytes(system, "SELECT payload FROM c4i.received WHERE origin_sequence = ?", sequence);
    }

    private static byte @Nullable [] bytes(String system, String sql, long sequence) throws SQLException {
        try (Connection connection = sites.mesh().database(system).openApp();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, sequence);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getBytes(1) : null;
            }
        }
    }
}
