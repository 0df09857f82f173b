package org.c4igateway.dbbridge.resync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.text.Unmappable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;

/** Rows from before the time of the export, many differences, times of expiry, and the connection afterwards. */
class HoldingsDoubtsTest extends HoldingsFixture {
    HoldingsDoubtsTest(PostgresServer server) {
        super(server);
    }

    /** A clock at ALPHA that is two hours behind. */
    @Test
    void looksForRowsThatAreFromBeforeTheTimeByTheClockOfTheirOrigin() throws SQLException, IOException {
        deliver(alpha, "ALPHA", "BRAVO", bravo);
        alpha.execute("UPDATE c4i.outbox SET created_at = created_at - interval '2 hours'; UPDATE c4i.delivery"
                + " SET created_at = created_at - interval '2 hours', at = at - interval '2 hours'");
        long forgotten = deliver(alpha, "ALPHA", "BRAVO", bravo);
        alpha.execute("DELETE FROM c4i.outbox WHERE sequence = " + forgotten);

        assertThat(compare()).containsExactly("NOT_IN_OUTBOX " + forgotten);
    }

    @Test
    void namesEachOfManyDifferencesOnceAndInOrder() throws SQLException, IOException {
        bravo.execute("INSERT INTO c4i.inbox_key (origin_system, origin_sequence, received_at, digest)"
                + " SELECT 'ALPHA', n, now(), n FROM generate_series(1, 2001) AS n");

        assertThat(compare())
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 2_001)
                        .mapToObj(n -> "NOT_IN_OUTBOX " + n)
                        .toList());
    }

    @Test
    void leavesTheConnectionAsItWas() throws SQLException, IOException {
        deliver(alpha, "ALPHA", "BRAVO", bravo);
        String file = export();
        try (Connection console = open(alpha.console())) {
            compare(file, console, EdgeText.UTF_8);
            assertIdle(console);

            assertThatThrownBy(() -> compare(file.substring(0, file.length() - 4), console, EdgeText.UTF_8))
                    .hasMessageContaining("incomplete");
            assertIdle(console);
        }
    }

    @Test
    void countsTheLinesThatItWrites() throws SQLException, IOException {
        deliver(alpha, "ALPHA", "BRAVO", bravo);
        deliver(bravo, "BRAVO", "ALPHA", alpha);
        deliver(bravo, "BRAVO", "ALPHA", alpha);
        StringWriter file = new StringWriter();
        try (Connection console = open(bravo.console())) {
            HoldingsExport export = new HoldingsExport(console, EdgeText.UTF_8);

            assertThat(export.write(new SystemName("ALPHA"), since, file)).isEqualTo(3);
            assertIdle(console);

            bravo.execute("DELETE FROM c4i.node");
            assertThatThrownBy(() -> export.write(new SystemName("ALPHA"), since, file))
                    .hasMessageContaining("it has no name");
            assertIdle(console);
        }
        assertThat(file.toString().lines()).hasSize(5);
    }

    @Test
    void leavesTheConnectionAsItWasWhenItSendsAgain() throws SQLException {
        long row = deliver(alpha, "ALPHA", "BRAVO", bravo);
        try (Connection console = open(alpha.console())) {
            RowReopening reopening = new RowReopening(console, new SystemName("BRAVO"));

            assertThat(reopening.reopen(List.of(row), "chief", "restored")).isEqualTo(1);
            assertIdle(console);
            assertThatThrownBy(() -> reopening.reopen(Collections.singletonList(null), "chief", "restored"))
                    .isInstanceOf(NullPointerException.class);
            assertIdle(console);
        }
    }

    @Test
    void sendsAgainWhatIsLostOrOtherwiseThere() {
        assertThat(HoldingsDifference.Kind.values())
                .filteredOn(HoldingsDifference.Kind::isReplayable)
                .containsExactly(HoldingsDifference.Kind.LOST_THERE, HoldingsDifference.Kind.OTHER_CONTENT);
    }

    private static void assertIdle(Connection connection) throws SQLException {
        assertThat(connection.getAutoCommit()).isTrue();
        assertThat(connection.unwrap(BaseConnection.class).getTransactionState())
                .isEqualTo(TransactionState.IDLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"infinity", "-infinity", "2026-11-21 12:00:00.000001Z"})
    void comparesWhenRowsOfAServerThatWritesMs949Expire(String expiresAt) throws SQLException, IOException {
        long row = alpha.number("SELECT c4i.submit('S201', 3, ARRAY['BRAVO'], convert_to('적', 'UHC'))");
        alpha.execute("UPDATE c4i.outbox SET expires_at = '" + expiresAt + "'");
        confirm(alpha, "ALPHA", "BRAVO", bravo, row, "convert(payload, 'UHC', 'UTF8')");
        String file = export();

        try (Connection owner = alpha.owner()) {
            assertThat(compare(file, owner, new EdgeText(MtfEncoding.CP949, Unmappable.REJECT)))
                    .isEmpty();
        }
    }
}
