package org.c4igateway.dbbridge.node.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.ledger.LedgerReader;
import org.c4igateway.dbbridge.ledger.LedgerSnapshot;
import org.c4igateway.dbbridge.outbox.JdbcOutbox;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class UnroutedRejectionTest {
    private static final SystemName ALPHA = new SystemName("ALPHA");
    private static final SystemName BRAVO = new SystemName("BRAVO");

    private TestDatabase database;
    private LedgerReader ledger;
    private UnroutedRejection rejection;
    private final Set<SystemName> routed = new HashSet<>(Set.of(BRAVO));
    private long nanos;

    @BeforeEach
    void open(TestDatabase database) {
        this.database = database;
        this.ledger = new LedgerReader(database.bridgePool());
        JdbcOutbox outbox = new JdbcOutbox(database.bridgePool(), () -> 0, ALPHA);
        this.rejection = new UnroutedRejection(outbox, ALPHA, routed, Duration.ofHours(24), () -> nanos);
    }

    @Test
    void rejectsARowToThisSystemItselfAtOnceAndKeepsItsBytes() throws SQLException {
        database.submit(0, "to me", "ALPHA", "BRAVO");

        assertThat(look()).isEqualTo(1);

        assertThat(states("ALPHA")).isEqualTo("rejected GW-203 addressed to this system itself");
        assertThat(states("BRAVO")).isEqualTo("pending null ");
        assertThat(database.column("SELECT destination || ' ' || code || ' ' || convert_from(payload, 'UTF8')"
                        + " FROM c4i.dead_letter"))
                .containsExactly("ALPHA GW-203 to me");
        assertThat(ledger.snapshot().balanced()).isTrue();
    }

    @Test
    void letsARowWithoutARouteWaitAndEndsItThen() throws SQLException {
        database.submit(3, "typo", "BRAVVO");
        assertThat(look()).isZero();
        assertThat(states("BRAVVO")).startsWith("pending");

        age("25 hours");
        pass(Duration.ofHours(24));
        database.submit(3, "younger", "BRAVVO");
        assertThat(look()).isEqualTo(1);

        assertThat(database.column(
                        "SELECT state || ' ' || coalesce(code, '') FROM c4i.delivery_status ORDER BY sequence"))
                .containsExactly("rejected GW-203", "pending ");
        assertThat(look()).isZero();
        age("25 hours");
        assertThat(look()).isEqualTo(1);
        assertThat(ledger.snapshot().balanced()).isTrue();
    }

    /** An operator has as long to put it back, although its rows have waited for days with a route. */
    @Test
    void endsNoRowOfADestinationThatWasJustTakenAway() throws SQLException {
        database.submit(3, "waits for BRAVO", "BRAVO");
        age("3 days");
        assertThat(look()).isZero();

        routed.remove(BRAVO);
        assertThat(look()).isZero();
        pass(Duration.ofHours(23));
        assertThat(look()).isZero();
        routed.add(BRAVO);
        assertThat(look()).isZero();
        routed.remove(BRAVO);
        pass(Duration.ofHours(23));
        assertThat(look()).isZero();
        pass(Duration.ofHours(24));
        assertThat(look()).isEqualTo(1);
    }

    @Test
    void endsMoreRowsThanOneBatchHasAndReadsOnBehindThem() throws SQLException {
        database.execute("SELECT c4i.submit('S201', 2, '{ALPHA}', 'x') FROM generate_series(1, 600)");
        assertThat(look()).isEqualTo(600);

        database.submit(2, "another", "ALPHA");
        assertThat(look()).isEqualTo(1);
        assertThat(database.number("SELECT count(*) FROM c4i.dead_letter")).isEqualTo(601);
    }

    /** From nowhere every look at what waits would begin at the first row, at each precedence. */
    @Test
    void readsUpToTheRowThatWaitsAndAtOtherPrecedencesToTheEnd() throws SQLException {
        database.submit(3, "of another", "BRAVO");
        database.submit(0, "of another", "BRAVO");
        database.submit(3, "typo", "BRAVVO");
        String end = database.column("SELECT pg_current_snapshot()").getFirst();

        assertThat(look()).isZero();

        assertThat(database.column("SELECT precedence FROM c4i.reader_position WHERE destination = 'BRAVVO'"
                        + " AND split_part(token, ':', 1)::xid8 >= pg_snapshot_xmax('" + end + "') ORDER BY 1"))
                .containsExactly("0", "1", "2");
        assertThat(states("BRAVVO")).startsWith("pending");
    }

    private int look() {
        LedgerSnapshot now = ledger.snapshot();
        return rejection.end(now.backlog(), now.at());
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    private void age(String by) throws SQLException {
        database.execute("UPDATE c4i.outbox SET created_at = created_at - interval '" + by + "' WHERE NOT EXISTS"
                + " (SELECT FROM c4i.delivery AS v WHERE v.sequence = outbox.sequence)");
    }

    private String states(String destination) throws SQLException {
        return String.join(
                "; ",
                database.column(
                        "SELECT state || ' ' || coalesce(code, 'null') || ' ' || detail FROM c4i.delivery_status"
                                + " WHERE destination = '" + destination + "'"));
    }
}
