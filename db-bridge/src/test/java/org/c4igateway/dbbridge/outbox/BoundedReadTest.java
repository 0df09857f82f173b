package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Outbox.FetchRequest;
import org.c4igateway.core.store.Outbox.Fetched;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.dbbridge.database.OutboxProbe;
import org.c4igateway.dbbridge.database.TestSubmission;
import org.c4igateway.dbbridge.shard.Shard;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A destination with few rows among many of others, as one that joins late or was away for long. */
class BoundedReadTest extends OutboxReadingFixture {
    private static final int LOOKS = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final FarBehind farBehind = new FarBehind();
    private JdbcOutbox bounded;

    @BeforeEach
    void bound() {
        bounded = new JdbcOutbox(
                database.bridgePool(), () -> 0, A, new FetchTexts(Shard.WHOLE, Set.of()), LOOKS, farBehind);
    }

    /** A lock delays the read as millions of rows would. */
    @Test
    void looksAtALimitedNumberOfRowsWhenAReadOfAllTakesTooLong() throws SQLException {
        submit(25, "C");
        database.submit(ROUTINE, "for B", "B");
        OutboxProbe probe = probe(8, NO_BYTE_LIMIT);
        CompletableFuture<Fetched> read;
        try (Connection lock = database.owner();
                Statement statement = lock.createStatement()) {
            lock.setAutoCommit(false);
            statement.execute("LOCK c4i.outbox");
            read = CompletableFuture.supplyAsync(probe::read);
            await("it reads in another way")
                    .atMost(PATIENCE)
                    .until(() -> farBehind.isAnyOf(List.of(request(Set.of(B), ReadPosition.START))));
            assertThat(read).isNotDone();
        }
        assertThat(read).succeedsWithin(PATIENCE).satisfies(first -> {
            assertThat(first.rows()).isEmpty();
            assertThat(first.exhausted()).isFalse();
        });

        assertThat(probe.drain()).containsExactly("for B");
        submit(25, "C");
        assertThat(probe.read().exhausted()).as("it has caught up").isTrue();
    }

    @Test
    void looksAtALimitedNumberOfRowsOfOthersInOneRead() throws SQLException {
        submit(25, "C");
        database.submit(ROUTINE, "for B", "B");
        OutboxProbe probe = probe(8, NO_BYTE_LIMIT);
        isFarBehind();

        for (int i = 0; i < 2; i++) {
            ReadPosition before = probe.position();
            Fetched fetched = probe.read();
            assertThat(fetched.rows()).isEmpty();
            assertThat(fetched.exhausted()).isFalse();
            assertThat(fetched.next()).isNotEqualTo(before);
        }
        Fetched last = probe.read();
        assertThat(OutboxProbe.texts(last)).containsExactly("for B");
        assertThat(last.exhausted()).isTrue();
        assertThat(last.next())
                .isEqualTo(outbox.fetch(List.of(request(Set.of(B), ReadPosition.START)))
                        .getFirst()
                        .next());
    }

    /** The tenth row looked at is the destination's own. */
    @Test
    void bringsTheLastRowThatItLooksAt() throws SQLException {
        submit(9, "C");
        database.submit(ROUTINE, "tenth", "B");
        database.submit(ROUTINE, "eleventh", "B");
        OutboxProbe probe = probe(8, NO_BYTE_LIMIT);
        isFarBehind();

        Fetched first = probe.read();

        assertThat(OutboxProbe.texts(first)).containsExactly("tenth");
        assertThat(first.exhausted()).isFalse();
        assertThat(probe.readTexts()).containsExactly("eleventh");
    }

    /** The tenth row looked at is the destination's own, and too large to come with the one before. */
    @Test
    void leavesTheLastRowThatItLooksAtForTheNextReadWhenItIsTooLarge() throws SQLException {
        database.submit(ROUTINE, "small", "B");
        submit(8, "C");
        database.submit(ROUTINE, "larger than the limit", "B");
        OutboxProbe probe = probe(8, 10);
        isFarBehind();

        assertThat(probe.readTexts()).containsExactly("small");
        assertThat(probe.readTexts()).containsExactly("larger than the limit");
    }

    @Test
    void dividesItsLooksAmongTheRequests() throws SQLException {
        submit(7, "C");
        database.submit(ROUTINE, "for B", "B");

        isFarBehind();

        List<Fetched> answers =
                bounded.fetch(List.of(request(Set.of(C), ReadPosition.START), request(Set.of(B), ReadPosition.START)));

        assertThat(answers.getFirst().rows()).hasSize(LOOKS / 2);
        assertThat(answers.getLast().rows()).isEmpty();
        assertThat(answers).noneMatch(Fetched::exhausted);
    }

    /** Rows of several transactions that end late, of several destinations, with any limits. */
    @Test
    void readsWhatAnUnboundedReadReads() throws SQLException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<String> expected = new ArrayList<>();
        OutboxProbe probe = new OutboxProbe(bounded, ReadPosition.START, 1 + random.nextInt(12), 40);
        List<String> read = new ArrayList<>();
        List<Connection> open = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            if (random.nextInt(6) == 0 && open.size() < 4) {
                open.add(transaction());
            }
            String text = "m" + i;
            String[] destinations = random.nextInt(9) == 0 ? new String[] {"C", "B"} : new String[] {"C"};
            if (destinations.length == 2) {
                expected.add(text);
            }
            if (open.isEmpty() || random.nextBoolean()) {
                database.submit(ROUTINE, text, destinations);
            } else {
                TestSubmission.submit(open.get(random.nextInt(open.size())), ROUTINE, text, destinations);
            }
            if (random.nextInt(20) == 0 && !open.isEmpty()) {
                end(open.remove(random.nextInt(open.size())));
            }
            if (random.nextInt(4) == 0) {
                if (random.nextBoolean()) {
                    isFarBehind();
                }
                read.addAll(probe.readTexts());
            }
        }
        for (Connection left : open) {
            end(left);
        }
        read.addAll(probe.drain());

        assertThat(read).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(expected);
    }

    private void isFarBehind() {
        farBehind.tookTooLong(List.of(request(Set.of(B), ReadPosition.START)));
    }

    private static void end(Connection transaction) throws SQLException {
        transaction.commit();
        transaction.close();
    }

    private void submit(int rows, String destination) throws SQLException {
        for (int i = 0; i < rows; i++) {
            database.submit(ROUTINE, "m" + i, destination);
        }
    }

    private OutboxProbe probe(int maxRows, long maxBytes) {
        return new OutboxProbe(bounded, ReadPosition.START, maxRows, maxBytes);
    }

    private static FetchRequest request(Set<SystemName> to, ReadPosition after) {
        return new FetchRequest(to, Precedence.ROUTINE, after, 8, NO_BYTE_LIMIT);
    }
}
