package org.c4igateway.dbbridge.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.c4igateway.core.message.SystemName;
import org.junit.jupiter.api.Test;

class SubscribersInTimeTest extends PublicationFixture {
    @Test
    void givesWhatWaitsToASubscriberThatComesInTimeInOrder() throws SQLException {
        publish(REPORT, "1");
        routing.route();
        publish(REPORT, "2");

        subscribe("BRAVO", REPORT);
        routing.route();

        assertThat(database.column("SELECT convert_from(payload, 'UTF8') FROM c4i.outbox ORDER BY xid, sequence"))
                .containsExactly("1", "2");
        assertThat(destinations()).containsExactly("{BRAVO}", "{BRAVO}");
    }

    @Test
    void repeatsThePastOnceForASubscriberThatLooksBack() throws SQLException {
        subscribe("BRAVO", "*");
        publish(REPORT, "old");
        publish(ORDER, "other topic");
        routing.route();
        publish(REPORT, "for nobody else");
        routing.route();
        database.execute("SELECT c4i.publish('" + REPORT + "', 3, 'expired', now() - interval '1 s')");
        routing.route();

        lookBack("CHARLIE", REPORT);
        lookBack("BRAVO", "*");
        copyAll();

        assertThat(database.column("SELECT convert_from(o.payload, 'UTF8') FROM c4i.outbox AS o"
                        + " WHERE 'CHARLIE' = ANY (o.destinations) ORDER BY o.sequence"))
                .containsExactly("old", "for nobody else");
        assertThat(database.number("SELECT count(*) FROM c4i.outbox AS o JOIN c4i.outbox AS f ON f.sequence ="
                        + " o.published_as AND f.created_at = o.created_at WHERE o.sequence <> f.sequence"))
                .isEqualTo(2);
        assertThat(database.number("SELECT count(*) FROM c4i.outbox WHERE 'BRAVO' = ANY (destinations)"))
                .isEqualTo(4);
        subscribe("CHARLIE", ORDER);
        lookBack("CHARLIE", REPORT);
        copyAll();
        assertThat(database.number("SELECT count(*) FROM c4i.outbox WHERE 'CHARLIE' = ANY (destinations)"))
                .isEqualTo(2);
        assertBalanced();
    }

    @Test
    void tellsWhetherThereMayBeMoreToLookBackTo() throws SQLException {
        subscribe("BRAVO", "*");
        publish(REPORT, "old");
        routing.route();
        assertThat(routing.copyLookBack()).isZero();
        lookBack("CHARLIE", REPORT);

        assertThat(routing.copyLookBack()).isPositive();

        assertThat(routing.copyLookBack()).isZero();
    }

    @Test
    void knowsTheTransportOfASystemThatAnOperatorEnteredAnotherPatternFor() throws SQLException {
        subscribe("BRAVO", REPORT);
        database.execute("SELECT c4i.add_subscriber('BRAVO', '" + ORDER + "')");
        database.execute("SELECT c4i.add_subscriber('CHARLIE', '" + ORDER + "')");

        assertThat(register.transports())
                .isEqualTo(Map.of(new SystemName("BRAVO"), "jms", new SystemName("CHARLIE"), "operator"));
    }

    /** The publisher's transaction is open while the subscription is recorded: routed later, and not repeated. */
    @Test
    void missesNothingOfATransactionThatIsOpenWhileASubscriberComes() throws SQLException {
        subscribe("BRAVO", "*");
        try (Connection app = database.app();
                Statement statement = app.createStatement()) {
            app.setAutoCommit(false);
            statement.execute("SELECT c4i.publish('" + REPORT + "', 3, 'open')");
            publish(REPORT, "newer");
            routing.route();
            lookBack("CHARLIE", REPORT);
            app.commit();
        }
        copyAll();
        routing.route();
        copyAll();

        assertThat(database.column("SELECT convert_from(payload, 'UTF8') || ' ' || count(*) FROM c4i.outbox"
                        + " WHERE 'CHARLIE' = ANY (destinations) GROUP BY payload ORDER BY 1"))
                .containsExactly("newer 1", "open 1");
    }

    /** Published while the node was down, or in a transaction that stayed open. */
    @Test
    void waitsForASubscriberFromWhenItLookedForOne() throws SQLException {
        publish(REPORT, "x");
        database.execute("UPDATE c4i.publication SET created_at = created_at - interval '1 h'");
        routing.route();

        assertThat(routing.endUnclaimed(Duration.ofMinutes(1))).isZero();
        subscribe("BRAVO", REPORT);
        routing.route();

        assertThat(destinations()).containsExactly("{BRAVO}");
    }

    /** If both sides copy again after a restore, the receiver knows a copy by the first row. */
    @Test
    void namesTheFirstRowInEachCopy() throws SQLException {
        subscribe("BRAVO", "*");
        publish(REPORT, "1");
        publish(ORDER, "2");
        routing.route();
        lookBack("CHARLIE", "*");
        copyAll();

        assertThat(database.column(
                        "SELECT (repeats = published_as)::text FROM c4i.outbox WHERE destinations = '{CHARLIE}'"))
                .containsExactly("true", "true");
    }

    @Test
    void copiesThePastOfOverlappingPatternsInOrder() throws SQLException {
        subscribe("BRAVO", "*");
        publish(ORDER, "old");
        database.execute("UPDATE c4i.publication SET created_at = created_at - interval '3 h'");
        publish(ORDER, "young");
        routing.route();
        database.execute("SELECT c4i.record_subscriptions(0, 'CHARLIE', 'jms', ARRAY['*', '" + ORDER
                + "'], ARRAY[3600, 86400])");
        copyAll();

        assertThat(database.column("SELECT convert_from(payload, 'UTF8') FROM c4i.outbox"
                        + " WHERE destinations = '{CHARLIE}' ORDER BY sequence"))
                .containsExactly("old", "young");
    }

    @Test
    void restoresNoPatternThatIsNoLongerAnnounced() throws SQLException {
        subscribe("BRAVO", REPORT);
        database.execute("SELECT c4i.retire_subscriber('BRAVO', 'kim', 'gone')");
        subscribe("BRAVO", ORDER);
        assertThat(database.number("SELECT count(*) FROM c4i.subscriber WHERE retired IS NULL"))
                .isZero();

        database.execute("SELECT c4i.restore_subscriber('BRAVO')");

        assertThat(database.column("SELECT pattern FROM c4i.subscriber")).containsExactly(ORDER);
    }

    @Test
    void saysThatAPatternThatIsThereDoesNotLookBack() throws SQLException {
        database.execute("SELECT c4i.add_subscriber('DELTA', 'J*')");
        database.execute("SELECT c4i.add_subscriber('DELTA', 'J*')");

        assertThatThrownBy(() -> database.execute("SELECT c4i.add_subscriber('DELTA', 'J*', interval '1 day')"))
                .hasMessageContaining("DELTA subscribes to J* already");
    }

    @Test
    void keepsRowsForASubscriberThatAnOperatorEnters() throws SQLException {
        database.execute("SELECT c4i.add_subscriber('DELTA', '" + REPORT + "')");
        publish(REPORT, "x");
        routing.route();
        assertThat(destinations()).containsExactly("{DELTA}");

        subscribe("DELTA", ORDER);
        publish(REPORT, "y");
        routing.route();
        assertThat(destinations()).containsExactly("{DELTA}");
        assertThat(states()).containsExactly("routed", "unclaimed");
    }

    @Test
    void givesARetiredSubscriberNothingMore() throws SQLException {
        subscribe("BRAVO", "*");
        subscribe("CHARLIE", "*");
        publish(REPORT, "before");
        routing.route();
        long byName = database.submit(3, "by name", "BRAVO");

        assertThat(database.number("SELECT c4i.retire_subscriber('BRAVO', 'kim', 'gone')"))
                .isEqualTo(1);
        subscribe("BRAVO", "*", REPORT);
        publish(REPORT, "after");
        routing.route();

        assertThat(database.column("SELECT state || ' ' || coalesce(code || ' ' || detail, '') FROM c4i.delivery_status"
                        + " WHERE destination = 'BRAVO' ORDER BY sequence"))
                .containsExactly("rejected GW-316 retired by kim: gone", "pending ");
        assertThat(destinations()).contains("{CHARLIE}");
        assertThat(database.number("SELECT count(*) FROM c4i.delivery WHERE sequence = " + byName))
                .isZero();
        assertBalanced();

        assertThatThrownBy(() -> database.execute("SELECT c4i.add_subscriber('BRAVO', 'Z*')"))
                .hasMessageContaining("BRAVO is retired");
        database.execute("SELECT c4i.restore_subscriber('BRAVO')");
        publish(REPORT, "again");
        routing.route();
        assertThat(destinations().getLast()).isEqualTo("{BRAVO,CHARLIE}");
        assertThatThrownBy(() -> database.execute("SELECT c4i.retire_subscriber('ZULU', 'kim', 'x')"))
                .hasMessageContaining("there is no subscriber ZULU");
    }

    /** It holds the lock of routing. */
    @Test
    void looksOnlyAtRowsThatTheNodeHasNotReadWhenItRetires() throws SQLException {
        subscribe("BRAVO", "*");
        publish(REPORT, "in a gap");
        routing.route();
        String gap = database.column("SELECT xid::text FROM c4i.outbox").getFirst();
        database.execute("SELECT c4i.publish('" + REPORT + "', 3, 'done') FROM generate_series(1, 500)");
        routing.route();
        try (Connection owner = database.owner();
                Statement statement = owner.createStatement()) {
            statement.execute("WITH done AS (INSERT INTO c4i.delivery (sequence, created_at, destination, state)"
                    + " SELECT sequence, created_at, 'BRAVO', 'delivered' FROM c4i.outbox WHERE payload = 'done'"
                    + " RETURNING 1) INSERT INTO c4i.ledger_entry (destination, state, n)"
                    + " SELECT 'BRAVO', 'delivered', count(*) FROM done");
            statement.execute("INSERT INTO c4i.reader_position (destination, precedence, token)"
                    + " SELECT 'BRAVO', u, pg_current_xact_id() || ':0:" + gap + "' FROM generate_series(0, 3) AS u");
        }
        publish(REPORT, "waits");
        routing.route();
        assertBalanced();

        try (Connection owner = database.owner();
                Statement statement = owner.createStatement()) {
            owner.setAutoCommit(false);
            statement.execute("SELECT c4i.retire_subscriber('BRAVO', 'kim', 'gone')");
            try (ResultSet read = statement.executeQuery("SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))"
                    + " FROM pg_stat_xact_user_tables WHERE relname LIKE 'outbox%'")) {
                read.next();
                assertThat(read.getLong(1)).isLessThan(100);
            }
            owner.commit();
        }

        assertThat(database.column("SELECT convert_from(o.payload, 'UTF8') FROM c4i.outbox AS o"
                        + " JOIN c4i.delivery AS v USING (sequence) WHERE v.code = 'GW-316' ORDER BY 1"))
                .containsExactly("in a gap", "waits");
        assertBalanced();
    }

    private void lookBack(String system, String... patterns) {
        register.record("jms", announcement(system, wanted(DAY, patterns), CATALOGUE.digests()));
    }

    private void copyAll() {
        int copied = routing.copyLookBack();
        while (copied > 0) {
            copied = routing.copyLookBack();
        }
    }
}
