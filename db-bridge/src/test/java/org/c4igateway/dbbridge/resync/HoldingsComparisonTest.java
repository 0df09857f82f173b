package org.c4igateway.dbbridge.resync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.c4igateway.dbbridge.ledger.LedgerSnapshot;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.text.Unmappable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** ALPHA compares what BRAVO has exported; the databases are those of nodes, the rows are written here. */
@ExtendWith(PostgresExtension.class)
class HoldingsComparisonTest {
    private final TestDatabase alpha;
    private final TestDatabase bravo;
    private final Instant since = Instant.now().minus(Duration.ofHours(1));

    HoldingsComparisonTest(PostgresServer server) {
        alpha = server.database();
        bravo = server.database();
    }

    @BeforeEach
    void name() throws SQLException {
        alpha.execute("SELECT c4i.claim_node('ALPHA')");
        bravo.execute("SELECT c4i.claim_node('BRAVO')");
    }

    @AfterEach
    void close() {
        alpha.close();
        bravo.close();
    }

    @Test
    void findsNothingWhereBothAgree() throws SQLException, IOException {
        deliver(alpha, "ALPHA", "BRAVO", bravo);
        deliver(bravo, "BRAVO", "ALPHA", alpha);
        alpha.submit(3, "waits", "BRAVO");

        assertThat(compare()).isEmpty();
    }

    @Test
    void namesEachKindOfDifference() throws SQLException, IOException {
        long lost = deliver(alpha, "ALPHA", "BRAVO", bravo);
        long other = deliver(alpha, "ALPHA", "BRAVO", bravo);
        long forgotten = deliver(alpha, "ALPHA", "BRAVO", bravo);
        long lostHere = deliver(bravo, "BRAVO", "ALPHA", alpha);
        long otherHere = deliver(bravo, "BRAVO", "ALPHA", alpha);
        bravo.execute("DELETE FROM c4i.inbox_key WHERE origin_sequence = " + lost);
        bravo.execute("UPDATE c4i.inbox_key SET digest = digest + 1 WHERE origin_sequence = " + other);
        alpha.execute("DELETE FROM c4i.outbox WHERE sequence = " + forgotten);
        alpha.execute("DELETE FROM c4i.inbox_key WHERE origin_sequence = " + lostHere);
        alpha.execute("UPDATE c4i.inbox_key SET digest = digest + 1 WHERE origin_sequence = " + otherHere);

        assertThat(compare())
                .containsExactlyInAnyOrder(
                        "LOST_THERE " + lost,
                        "OTHER_CONTENT " + other,
                        "NOT_IN_OUTBOX " + forgotten,
                        "LOST_HERE " + lostHere,
                        "OTHER_CONTENT_HERE " + otherHere);
    }

    /** The end of the transaction finds no connection then, which is not what went wrong. */
    @Test
    void tellsTheFirstFaultWhenTheConnectionIsGone() throws SQLException, IOException {
        deliver(alpha, "ALPHA", "BRAVO", bravo);
        Connection gone = bravo.owner();
        Writer full = new StringWriter() {
            @Override
            public void write(String text) {
                end(gone);
                throw new UncheckedIOException(new IOException("no space left"));
            }
        };
        assertThatThrownBy(() -> new HoldingsExport(gone, EdgeText.UTF_8).write(new SystemName("ALPHA"), since, full))
                .isInstanceOf(UncheckedIOException.class);

        String file = export();
        Connection lost = alpha.owner();
        BufferedReader damaged = new BufferedReader(new StringReader(file)) {
            private int lines;

            @Override
            public String readLine() throws IOException {
                if (lines++ > 0) {
                    end(lost);
                    throw new IOException("damaged disk");
                }
                return super.readLine();
            }
        };
        assertThatThrownBy(() -> new HoldingsComparison(lost, EdgeText.UTF_8, damaged, _ -> {}).compare())
                .hasMessage("damaged disk");
    }

    private static void end(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void doesNotMissRowsThatLieBeforeTheTimeOnOneSideOnly() throws SQLException, IOException {
        long early = deliver(alpha, "ALPHA", "BRAVO", bravo);
        alpha.execute("UPDATE c4i.outbox SET created_at = created_at - interval '2 hours';"
                + " UPDATE c4i.delivery SET created_at = created_at - interval '2 hours'");
        long ahead = deliver(alpha, "ALPHA", "BRAVO", bravo);
        bravo.execute("UPDATE c4i.inbox_key SET digest = NULL;"
                + " UPDATE c4i.inbox_key SET received_at = received_at - interval '2 hours' WHERE origin_sequence = "
                + ahead);

        assertThat(compare()).as("%d and %d", early, ahead).isEmpty();
    }

    /** They waited until the link was back, and arrived after the backup. */
    @Test
    void doesNotMissRowsThatWereSubmittedBeforeTheTimeAndDeliveredAfterIt() throws SQLException, IOException {
        long lost = deliver(alpha, "ALPHA", "BRAVO", bravo);
        long there = deliver(alpha, "ALPHA", "BRAVO", bravo);
        long lostHere = deliver(bravo, "BRAVO", "ALPHA", alpha);
        for (TestDatabase origin : List.of(alpha, bravo)) {
            origin.execute("UPDATE c4i.outbox SET created_at = created_at - interval '2 days';"
                    + " UPDATE c4i.delivery SET created_at = created_at - interval '2 days'");
        }
        bravo.execute("UPDATE c4i.inbox_key SET digest = NULL;" + " DELETE FROM c4i.inbox_key WHERE origin_sequence = "
                + lost);
        alpha.execute("DELETE FROM c4i.inbox_key WHERE origin_sequence = " + lostHere);

        assertThat(compare())
                .as("%d is there", there)
                .containsExactlyInAnyOrder("LOST_THERE " + lost, "LOST_HERE " + lostHere);
        try (Connection owner = alpha.owner()) {
            assertThat(compare(export(), owner, new EdgeText(MtfEncoding.CP949, Unmappable.REJECT)))
                    .containsExactlyInAnyOrder("LOST_THERE " + lost, "LOST_HERE " + lostHere);
        }
    }

    /** The digest at the receiver is of the payload in UTF-8, as it travelled. */
    @Test
    void comparesRowsOfAServerThatWritesMs949() throws SQLException, IOException {
        long row = alpha.number("SELECT c4i.submit('S201', 3, ARRAY['BRAVO'], convert_to('적 탱크 3대', 'UHC'))");
        confirm(alpha, "ALPHA", "BRAVO", bravo, row, "convert(payload, 'UHC', 'UTF8')");
        String file = export();

        try (Connection owner = alpha.owner()) {
            assertThat(compare(file, owner, new EdgeText(MtfEncoding.CP949, Unmappable.REJECT)))
                    .isEmpty();
            assertThat(compare(file, owner, EdgeText.UTF_8)).containsExactly("OTHER_CONTENT " + row);
        }
    }

    @Test
    void sendsAgainWhatTheOtherLostAndKeepsTheLedger() throws SQLException {
        long row = deliver(alpha, "ALPHA", "BRAVO", bravo);
        long waits = alpha.submit(3, "waits", "BRAVO");
        try (Connection console = open(alpha.console())) {
            RowReopening rowReopening = new RowReopening(console, new SystemName("BRAVO"));

            assertThat(rowReopening.reopen(List.of(row, waits, 4711L), "chief", "restored"))
                    .isEqualTo(1);
            assertThat(rowReopening.reopen(List.of(row), "chief", "restored")).isZero();
        }

        assertThat(alpha.column("SELECT state FROM c4i.delivery_status")).containsExactly("pending", "pending");
        try (Connection owner = alpha.owner()) {
            assertThat(LedgerSnapshot.read(owner, true).balanced()).isTrue();
        }
        assertThat(alpha.number("SELECT count(*) FROM c4i.operator_action WHERE action = 'reopen'"))
                .isEqualTo(1);
    }

    @Test
    void refusesAFileThatIsCutOffDamagedOrForAnotherSystem() throws SQLException, IOException {
        deliver(alpha, "ALPHA", "BRAVO", bravo);
        String file = export();

        assertThatThrownBy(() -> compare(file.substring(0, file.length() - 4))).hasMessageContaining("incomplete");
        assertThatThrownBy(() -> compare(file.replace("held\t", "hold\t"))).hasMessageContaining("damaged");
        assertThatThrownBy(() -> compare(file.replace("\tALPHA\t", "\tCHARLIE\t")))
                .hasMessageContaining("CHARLIE");
        assertThatThrownBy(() -> compare("anything\n")).hasMessageContaining("not written by c4i resync");
    }

    /** A row that has arrived and is confirmed. */
    private static long deliver(TestDatabase from, String origin, String to, TestDatabase at) throws SQLException {
        long sequence = from.submit(3, "m", to);
        confirm(from, origin, to, at, sequence, "payload");
        return sequence;
    }

    private static void confirm(
            TestDatabase from, String origin, String to, TestDatabase at, long sequence, String wire)
            throws SQLException {
        from.execute("INSERT INTO c4i.delivery (sequence, created_at, destination, state)"
                + " SELECT sequence, created_at, '" + to + "', 'delivered' FROM c4i.outbox WHERE sequence = " + sequence
                + "; INSERT INTO c4i.ledger_entry (destination, state, n) VALUES ('" + to + "', 'delivered', 1)");
        long digest =
                from.number("SELECT c4i.content_digest(topic_id, precedence, created_at, expires_at, label, subject, "
                        + wire + ") FROM c4i.outbox WHERE sequence = " + sequence);
        at.execute("INSERT INTO c4i.inbox_key (origin_system, origin_sequence, received_at, digest) VALUES ('" + origin
                + "', " + sequence + ", now(), " + digest + ")");
    }

    private List<String> compare() throws SQLException, IOException {
        return compare(export());
    }

    private String export() throws SQLException, IOException {
        StringWriter file = new StringWriter();
        try (Connection console = open(bravo.console())) {
            new HoldingsExport(console, EdgeText.UTF_8).write(new SystemName("ALPHA"), since, file);
        }
        return file.toString();
    }

    private List<String> compare(String file) throws SQLException, IOException {
        try (Connection console = open(alpha.console())) {
            return compare(file, console, EdgeText.UTF_8);
        }
    }

    private static List<String> compare(String file, Connection connection, EdgeText edge)
            throws SQLException, IOException {
        List<String> found = new ArrayList<>();
        new HoldingsComparison(
                        connection,
                        edge,
                        new BufferedReader(new StringReader(file)),
                        difference -> found.add(difference.kind() + " " + difference.sequence()))
                .compare();
        return found;
    }

    private static Connection open(DatabaseSettings login) throws SQLException {
        return DriverManager.getConnection(login.url(), login.user(), login.password());
    }
}
