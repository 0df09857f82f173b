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
import java.sql.SQLException;
import java.util.List;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.ledger.LedgerSnapshot;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.text.Unmappable;
import org.junit.jupiter.api.Test;

/** ALPHA compares what BRAVO has exported; the databases are those of nodes, the rows are written here. */
class HoldingsComparisonTest extends HoldingsFixture {
    HoldingsComparisonTest(PostgresServer server) {
        super(server);
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
        alpha.execute("UPDATE c4i.node SET system_name = 'CHARLIE'");
        assertThatThrownBy(() -> compare(file)).hasMessageContaining("this database belongs to CHARLIE");
        alpha.execute("DELETE FROM c4i.node");
        assertThatThrownBy(() -> compare(file)).hasMessageContaining("this database belongs to no system yet");
        assertThatThrownBy(() -> compare("anything\n")).hasMessageContaining("not written by c4i resync");
    }
}
