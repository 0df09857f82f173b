package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.dbbridge.database.FenceAssertions.assertFenced;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.store.Outbox.FetchRequest;
import org.c4igateway.core.store.Outbox.Fetched;
import org.c4igateway.core.store.Outbox.SavedPosition;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.dbbridge.database.OutboxProbe;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.shard.Shard;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Four nodes that each read the rows of a quarter of the topics. */
@ExtendWith(PostgresExtension.class)
class ShardOutboxTest {
    private static final int SHARDS = 4;
    private static final SystemName ALPHA = new SystemName("ALPHA");
    private static final SystemName B = OutboxProbe.B;
    private static final long NO_BYTE_LIMIT = 1L << 40;

    /** One topic of each shard. */
    private static final List<String> TOPICS = IntStream.range(0, SHARDS)
            .mapToObj(number -> topics(new Shard(number, SHARDS)).getFirst())
            .toList();

    private TestDatabase database;
    private List<JdbcOutbox> outboxes;

    @BeforeEach
    void divide(TestDatabase database) throws SQLException {
        this.database = database;
        database.execute("SELECT c4i.set_shards(" + SHARDS + ")");
        outboxes = IntStream.range(0, SHARDS)
                .mapToObj(number -> new JdbcOutbox(
                        database.bridgePool(), () -> 1, ALPHA.ofShard(number), new Shard(number, SHARDS), Set.of()))
                .toList();
    }

    @Test
    void eachReadsTheRowsOfItsTopics() throws SQLException {
        for (int i = 0; i < 12; i++) {
            submit(TOPICS.get(i % SHARDS), "m" + i);
        }

        for (int number = 0; number < SHARDS; number++) {
            Fetched fetched = probe(number, 10, NO_BYTE_LIMIT).read();

            assertThat(OutboxProbe.texts(fetched))
                    .containsExactly("m" + number, "m" + (4 + number), "m" + (8 + number));
            assertThat(fetched.exhausted()).isTrue();
            assertThat(fetched.rows().getFirst().message().id().origin()).isEqualTo(ALPHA.ofShard(number));
        }
    }

    /** Any rows, transactions that end late, any limits, reads of a limited number of rows. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyRowIsReadOnceByOneOfThem(boolean isFarBehind) throws SQLException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<OutboxProbe> probes = new ArrayList<>();
        Set<String> known =
                IntStream.range(0, random.nextInt(60)).mapToObj(i -> "T" + i).collect(Collectors.toSet());
        FarBehind farBehind = new FarBehind();
        for (int number = 0; number < SHARDS; number++) {
            FetchTexts texts = new FetchTexts(new Shard(number, SHARDS), known);
            JdbcOutbox outbox = new JdbcOutbox(database.bridgePool(), () -> 1, ALPHA, texts, 10, farBehind);
            probes.add(new OutboxProbe(outbox, ReadPosition.START, 1 + random.nextInt(8), 30));
        }
        Map<Integer, List<String>> expected = new HashMap<>();
        Map<Integer, List<String>> read = new HashMap<>();
        List<Connection> open = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            int number = random.nextInt(SHARDS);
            String topic = topics(new Shard(number, SHARDS)).get(random.nextInt(3));
            String[] to = random.nextInt(4) == 0 ? new String[] {"C"} : new String[] {"C", "B"};
            if (to.length == 2) {
                expected.computeIfAbsent(number, n -> new ArrayList<>()).add("m" + i);
            }
            if (random.nextInt(6) == 0 && open.size() < 4) {
                Connection begun = database.app();
                begun.setAutoCommit(false);
                open.add(begun);
            }
            if (open.isEmpty() || random.nextBoolean()) {
                submit(topic, "m" + i, to);
            } else {
                submit(open.get(random.nextInt(open.size())), topic, "m" + i, to);
            }
            if (random.nextInt(20) == 0 && !open.isEmpty()) {
                end(open.remove(random.nextInt(open.size())));
            }
            if (random.nextInt(2) == 0) {
                if (isFarBehind) {
                    farBehind.tookTooLong(List.of(request(ReadPosition.START)));
                }
                int reader = random.nextInt(SHARDS);
                read.computeIfAbsent(reader, n -> new ArrayList<>())
                        .addAll(probes.get(reader).readTexts());
            }
        }
        for (Connection left : open) {
            end(left);
        }
        for (int number = 0; number < SHARDS; number++) {
            read.computeIfAbsent(number, n -> new ArrayList<>())
                    .addAll(probes.get(number).drain());
        }

        for (int number = 0; number < SHARDS; number++) {
            assertThat(read.get(number))
                    .as("shard %d, seed %d", number, seed)
                    .containsExactlyInAnyOrderElementsOf(expected.get(number));
        }
    }

    /** The tenth row looked at is of another shard, for the same destination. */
    @Test
    void passesOverRowsOfOthersWhenItLooksAtALimitedNumber() throws SQLException {
        FarBehind farBehind = new FarBehind();
        farBehind.tookTooLong(List.of(request(ReadPosition.START)));
        FetchTexts texts = new FetchTexts(new Shard(1, SHARDS), Set.copyOf(TOPICS));
        JdbcOutbox bounded = new JdbcOutbox(database.bridgePool(), () -> 1, ALPHA, texts, 10, farBehind);
        for (int i = 0; i < 12; i++) {
            submit(TOPICS.get(2), "of another");
        }
        submit(TOPICS.get(1), "mine");
        OutboxProbe probe = new OutboxProbe(bounded, ReadPosition.START, 8, NO_BYTE_LIMIT);

        Fetched first = probe.read();
        assertThat(first.rows()).isEmpty();
        assertThat(first.exhausted()).isFalse();
        Fetched second = probe.read();
        assertThat(OutboxProbe.texts(second)).containsExactly("mine");
        assertThat(second.exhausted()).isTrue();
    }

    @Test
    void savesPositionsOfItsShard() throws SQLException {
        for (String topic : TOPICS) {
            submit(topic, "m");
        }
        for (int number = 0; number < 2; number++) {
            Fetched fetched = probe(number, 10, NO_BYTE_LIMIT).read();
            Message message = fetched.rows().getFirst().message();
            outboxes.get(number)
                    .record(
                            List.of(delivered(message)),
                            List.of(new SavedPosition(B, Precedence.ROUTINE, fetched.next())));
        }

        assertThat(outboxes.get(0).positions(Set.of(B))).containsOnlyKeys(B);
        assertThat(outboxes.get(1).positions(Set.of(B))).containsOnlyKeys(B);
        assertThat(outboxes.get(2).positions(Set.of(B))).isEmpty();
        assertThat(database.number("SELECT count(*) FROM c4i.reader_position")).isEqualTo(1);
        assertThat(database.column("SELECT shard FROM c4i.shard_position")).containsExactly("1");
        assertThat(database.number("SELECT count(*) FROM c4i.delivery")).isEqualTo(2);
        ReadPosition saved = outboxes.get(1).positions(Set.of(B)).values().stream()
                .map(of -> Objects.requireNonNull(of.get(Precedence.ROUTINE)))
                .findFirst()
                .orElseThrow();
        submit(TOPICS.get(1), "next");
        OutboxProbe again = new OutboxProbe(outboxes.get(1), saved, 10, NO_BYTE_LIMIT);
        assertThat(again.readTexts()).containsExactly("next");
    }

    @Test
    void theDatabaseKnowsTheSystemOnly() throws SQLException {
        submit(TOPICS.get(3), "m");
        Message message = probe(3, 10, NO_BYTE_LIMIT).read().rows().getFirst().message();

        outboxes.get(3)
                .record(
                        List.of(new DeliveryOutcome(
                                message, B, DeliveryState.REJECTED, ErrorCode.UNKNOWN_TOPIC, "no", null)),
                        List.of());

        assertThat(database.column("SELECT origin_system FROM c4i.dead_letter")).containsExactly("ALPHA");
    }

    @Test
    void isFencedByTheNextNodeOfItsShardOnly() throws SQLException {
        submit(TOPICS.get(1), "m");
        Message message = probe(1, 10, NO_BYTE_LIMIT).read().rows().getFirst().message();
        List<DeliveryOutcome> outcomes = List.of(delivered(message));
        database.execute("SELECT c4i.take_lease('another', 2, 4), c4i.take_lease('another', 0, 4)");
        outboxes.get(1).fetch(List.of(request(ReadPosition.START)));
        outboxes.get(1).asked(B, Set.of(message.id().sequence()));
        outboxes.get(1).record(outcomes, List.of());

        database.execute("SELECT c4i.take_lease('another', 1, 4)");

        assertFenced(() -> outboxes.get(1).fetch(List.of(request(ReadPosition.START))));
        assertFenced(() -> outboxes.get(1).record(outcomes, List.of()));
        assertFenced(() -> outboxes.get(1).asked(B, Set.of(1L)));
        assertFenced(() -> outboxes.get(1).takenAfterAll(B, Set.of(1L)));
    }

    @Test
    void asksAgainAboutItsOwnRows() throws SQLException {
        List<Long> asked = new ArrayList<>();
        for (int number = 0; number < SHARDS; number++) {
            submit(TOPICS.get(number), "m" + number);
            Message message =
                    probe(number, 10, NO_BYTE_LIMIT).read().rows().getFirst().message();
            asked.add(message.id().sequence());
            outboxes.get(number).asked(B, Set.of(message.id().sequence()));
        }

        for (int number = 0; number < SHARDS; number++) {
            assertThat(outboxes.get(number).asked(Set.of(B))).isEqualTo(Map.of(B, Set.of(asked.get(number))));
        }
    }

    private static DeliveryOutcome delivered(Message message) {
        return new DeliveryOutcome(message, B, DeliveryState.DELIVERED, null, "", null);
    }

    /** @return topics of a shard, which no catalogue knows */
    private static List<String> topics(Shard shard) {
        return IntStream.range(0, 100).mapToObj(i -> "T" + i).filter(shard::has).toList();
    }

    private OutboxProbe probe(int number, int maxRows, long maxBytes) {
        return new OutboxProbe(outboxes.get(number), ReadPosition.START, maxRows, maxBytes);
    }

    private static FetchRequest request(ReadPosition after) {
        return new FetchRequest(Set.of(B), Precedence.ROUTINE, after, 8, NO_BYTE_LIMIT);
    }

    private void submit(String topic, String payload) throws SQLException {
        submit(topic, payload, new String[] {"B"});
    }

    private void submit(String topic, String payload, String[] destinations) throws SQLException {
        try (Connection connection = database.app()) {
            submit(connection, topic, payload, destinations);
        }
    }

    private static void submit(Connection connection, String topic, String payload, String[] destinations)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT c4i.submit(?, 3, ?, ?)")) {
            statement.setString(1, topic);
            statement.setArray(2, connection.createArrayOf("text", destinations));
            statement.setBytes(3, payload.getBytes(StandardCharsets.UTF_8));
            statement.execute();
        }
    }

    private static void end(Connection transaction) throws SQLException {
        transaction.commit();
        transaction.close();
    }
}
