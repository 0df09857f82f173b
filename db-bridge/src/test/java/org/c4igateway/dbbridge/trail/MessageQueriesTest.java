package org.c4igateway.dbbridge.trail;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.c4igateway.dbbridge.trail.MessageSearch.Filter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
@SuppressWarnings("NullAway.Init") // set before each test
class MessageQueriesTest {
    private static final String ROW =
            "INSERT INTO c4i.outbox (sequence, xid, created_at, topic_id, precedence, destinations,"
                    + " payload_size, payload) SELECT n, '5', timestamptz '2026-01-01 00:00+00' + n * interval '1 second', topic, 3,"
                    + " '{B,C}', 1, 'x' FROM (SELECT n, CASE WHEN mod(n, 1000) = 7 THEN 'RARE' ELSE 'S201' END AS topic"
                    + " FROM generate_series(%d, %d) AS n) AS g";
    private static final String RECEIVED =
            "INSERT INTO c4i.inbox SELECT n, timestamptz '2026-01-01 00:00+00' + (n / 10) *"
                    + " interval '1 second', 'B', 100 + n, 'S201', 0, '{ALPHA}', '2026-01-01 00:00+00', NULL, '', '', 'x'"
                    + " FROM generate_series(1, 100) AS n";
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private TestDatabase database;
    private HikariDataSource pool;
    private MessageQueries reader;

    @BeforeEach
    void open(TestDatabase given) {
        database = given;
        pool = new Connections(given.console()).questions("test", Duration.ofSeconds(30));
        reader = new MessageQueries(pool);
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void pagesThroughTheOutboxNewestFirst() throws SQLException {
        database.execute(ROW.formatted(1, 25));

        Page<SentMessage> first = reader.sent(MessageSearch.ALL, 10);
        Page<SentMessage> second = reader.sent(before(first.next()), 10);
        Page<SentMessage> third = reader.sent(before(second.next()), 10);

        assertThat(first.rows())
                .extracting(SentMessage::sequence)
                .startsWith(25L)
                .endsWith(16L);
        assertThat(second.rows())
                .extracting(SentMessage::sequence)
                .startsWith(15L)
                .endsWith(6L);
        assertThat(third.rows())
                .extracting(SentMessage::sequence)
                .startsWith(5L)
                .endsWith(1L);
        assertThat(third.next()).isEmpty();
    }

    @Test
    void showsWhatBecameOfAMessage() throws SQLException {
        database.execute(ROW.formatted(1, 3));
        database.execute(
                "INSERT INTO c4i.delivery (sequence, created_at, destination, state, code, detail, finding)"
                        + " SELECT 2, created_at, 'C', 'rejected', 'GW-301', 'unknown', '2:1: warning [set.id] X' FROM c4i.outbox WHERE sequence = 2");

        SentMessage message = reader.sent(2).orElseThrow();

        assertThat(message.createdAt()).isEqualTo(START.plusSeconds(2));
        assertThat(message.pending()).containsExactly("B");
        assertThat(message.steps())
                .singleElement()
                .satisfies(step -> assertThat(step)
                        .isEqualTo(new DeliveryStep(
                                "C",
                                "rejected",
                                Optional.of("GW-301"),
                                "unknown",
                                step.at(),
                                Optional.of("2:1: warning [set.id] X"))));
        assertThat(reader.sent(MessageSearch.ALL, 10).rows().get(1)).isEqualTo(message);
        assertThat(reader.sent(4)).isEmpty();
    }

    @Test
    void findsAnInstantAlsoWhereNumbersJump() throws SQLException {
        database.execute(ROW.formatted(1, 300));
        database.execute("UPDATE c4i.outbox SET sequence = sequence + 1700000000000000 WHERE sequence > 200");

        for (int second : new int[] {1, 2, 199, 200, 201, 299, 300}) {
            assertThat(reader.sent(until(START.plusSeconds(second)), 1).rows())
                    .singleElement()
                    .extracting(SentMessage::createdAt)
                    .isEqualTo(START.plusSeconds(second));
        }
        assertThat(reader.sent(until(START), 1).rows()).isEmpty();
        assertThat(reader.sent(until(START.plusSeconds(9_000)), 1).rows()).hasSize(1);
    }

    @Test
    void findsByDestinationStatePrecedenceAndText() throws SQLException {
        database.execute(ROW.formatted(1, 5));
        database.execute("UPDATE c4i.outbox SET destinations = '{B}' WHERE sequence = 5");
        database.execute("UPDATE c4i.outbox SET precedence = 0, subject = 'Track 7' WHERE sequence = 4");
        database.execute(
                "INSERT INTO c4i.delivery (sequence, created_at, destination, state) SELECT sequence, created_at,"
                        + " d, CASE sequence WHEN 2 THEN 'expired' ELSE 'delivered' END FROM c4i.outbox, unnest(ARRAY['B', 'C']) AS d"
                        + " WHERE sequence <= 2 OR sequence = 3 AND d = 'B'");

        assertThat(found(wanted(null, "C", null, null, null))).containsExactly(4L, 3L, 2L, 1L);
        assertThat(found(wanted(null, null, "pending", null, null))).containsExactly(5L, 4L, 3L);
        assertThat(found(wanted(null, "C", "pending", null, null))).containsExactly(4L, 3L);
        assertThat(found(wanted(null, "B", "delivered", null, null))).containsExactly(3L, 1L);
        assertThat(found(wanted(null, null, "expired", null, null))).containsExactly(2L);
        assertThat(found(wanted("S201", null, null, Precedence.FLASH, null))).containsExactly(4L);
        assertThat(found(wanted(null, null, null, null, "tRACK"))).containsExactly(4L);
        assertThat(found(wanted("S202", null, null, null, null))).isEmpty();
    }

    @Test
    void findsReceivedMessagesOfAnOrigin() throws SQLException {
        database.execute(RECEIVED);

        for (String origin : List.of("A", "B")) {
            assertThat(reader.received(
                                    new MessageSearch(
                                            wanted(null, origin, null, Precedence.FLASH, null),
                                            Optional.of(START.plusSeconds(9)),
                                            Optional.empty(),
                                            Long.MAX_VALUE),
                                    50)
                            .rows())
                    .hasSize(origin.equals("B") ? 11 : 0);
        }
    }

    @Test
    void searchesATopicInBoundedStepsAndGoesOn() throws SQLException {
        database.execute(ROW.formatted(1, 2 * MessageQueries.MAX_LOOKED_AT + 500));

        Page<SentMessage> first = reader.sent(topic("RARE", Long.MAX_VALUE), 50);
        Page<SentMessage> second = reader.sent(topic("RARE", first.next().orElseThrow()), 50);
        Page<SentMessage> third = reader.sent(topic("RARE", second.next().orElseThrow()), 50);

        assertThat(first.rows()).hasSize(20);
        assertThat(second.rows()).hasSize(20);
        assertThat(third.rows()).hasSize(1);
        assertThat(third.next()).isEmpty();
    }

    @Test
    void findsAReceivedMessageByItsIdentity() throws SQLException {
        database.execute(RECEIVED);
        database.execute("INSERT INTO c4i.inbox_key SELECT origin_system, origin_sequence, received_at FROM c4i.inbox");

        for (long number : new long[] {1, 9, 10, 11, 55, 100}) {
            ReceivedMessage message = reader.received(id(100 + number)).orElseThrow();
            assertThat(message.receivedId()).isEqualTo(number);
            assertThat(reader.receivedAt(id(100 + number))).contains(message.receivedAt());
        }
        assertThat(reader.received(id(99))).isEmpty();
        assertThat(reader.received(until(START.plusSeconds(3)), 5).rows())
                .extracting(ReceivedMessage::receivedId)
                .containsExactly(39L, 38L, 37L, 36L, 35L);
    }

    @Test
    void readsAlongTheKeyOnADayWithoutStatistics() throws SQLException {
        database.execute(ROW.formatted(1, 30_000));
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "EXPLAIN SELECT label FROM c4i.outbox WHERE sequence <= 29000 ORDER BY sequence DESC LIMIT 20000")) {
            while (row.next()) {
                assertThat(row.getString(1)).doesNotContain("Sort  (").doesNotContain("Seq Scan");
            }
        }
    }

    private static MessageId id(long sequence) {
        return new MessageId(new SystemName("B"), sequence);
    }

    private static MessageSearch before(OptionalLong number) {
        return new MessageSearch(Filter.NONE, Optional.empty(), Optional.empty(), number.orElseThrow());
    }

    private static MessageSearch until(Instant instant) {
        return new MessageSearch(Filter.NONE, Optional.empty(), Optional.of(instant), Long.MAX_VALUE);
    }

    private static MessageSearch topic(String id, long before) {
        return new MessageSearch(wanted(id, null, null, null, null), Optional.empty(), Optional.empty(), before);
    }

    private List<Long> found(Filter filter) {
        return reader
                .sent(new MessageSearch(filter, Optional.empty(), Optional.empty(), Long.MAX_VALUE), 50)
                .rows()
                .stream()
                .map(SentMessage::sequence)
                .toList();
    }

    private static Filter wanted(
            @Nullable String topic,
            @Nullable String system,
            @Nullable String state,
            @Nullable Precedence precedence,
            @Nullable String text) {
        return new Filter(
                Optional.ofNullable(topic).map(Set::of),
                Optional.ofNullable(system),
                Optional.ofNullable(state),
                Optional.ofNullable(precedence),
                Optional.ofNullable(text));
    }
}
