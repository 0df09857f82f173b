package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.store.Outbox.Fetched;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.dbbridge.database.OutboxProbe;
import org.c4igateway.dbbridge.database.TestSubmission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutboxReadingTest extends OutboxReadingFixture {
    @Test
    void readsRowsInOrderOfSubmission() throws SQLException {
        for (int i = 1; i <= 5; i++) {
            database.submit(ROUTINE, "m" + i, "B");
        }

        Fetched fetched = probe(10).read();

        assertThat(OutboxProbe.texts(fetched)).containsExactly("m1", "m2", "m3", "m4", "m5");
        assertThat(fetched.exhausted()).isTrue();
        Message first = fetched.rows().getFirst().message();
        assertThat(first.id().origin()).isEqualTo(A);
        assertThat(first.destinations()).containsExactly(B);
        assertThat(first.expiresAt()).isEqualTo(Instant.MAX);
    }

    /** Thousands of rows wait in memory, and there are few lists. */
    @Test
    void sharesOneListAmongRowsForTheSameDestinations() throws SQLException {
        database.submit(ROUTINE, "one", "B", "C");
        database.submit(ROUTINE, "two", "B", "C");

        Fetched fetched = probe(10).read();

        assertThat(fetched.rows()).hasSize(2);
        assertThat(fetched.rows().getLast().message().destinations())
                .containsExactly(B, C)
                .isSameAs(fetched.rows().getFirst().message().destinations());
        assertThat(fetched.rows().getLast().pending())
                .isSameAs(fetched.rows().getFirst().pending());
    }

    @Test
    void tellsTheLastNumberThatARowWasGiven() throws SQLException {
        database.submit(ROUTINE, "one", "B");
        long last = database.submit(ROUTINE, "two", "C");

        assertThat(outbox.lastNumber()).isEqualTo(last);
    }

    @Test
    void readsARowThatCommitsAfterLaterOnes() throws SQLException {
        OutboxProbe probe = probe(10);
        try (Connection early = transaction();
                Connection late = transaction()) {
            TestSubmission.submit(early, ROUTINE, "early", "B");
            TestSubmission.submit(late, ROUTINE, "late", "B");
            late.commit();
            assertThat(probe.readTexts()).containsExactly("late");
            early.commit();
            assertThat(probe.readTexts()).containsExactly("early");
            assertThat(probe.readTexts()).isEmpty();
        }
    }

    @Test
    void doesNotWaitForALongTransaction() throws SQLException {
        OutboxProbe probe = probe(10);
        try (Connection eternal = transaction()) {
            TestSubmission.submit(eternal, ROUTINE, "eternal", "B");
            for (int i = 0; i < 30; i++) {
                database.submit(ROUTINE, "m" + i, "B");
                assertThat(probe.drain()).containsExactly("m" + i);
            }
            eternal.commit();
        }
        assertThat(probe.drain()).containsExactly("eternal");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void losesNothingWhenTheLimitFallsBetweenOutOfOrderCommits(int maxRows) throws SQLException {
        OutboxProbe probe = probe(maxRows);
        try (Connection one = transaction();
                Connection two = transaction();
                Connection three = transaction()) {
            for (int i = 1; i <= 3; i++) {
                TestSubmission.submit(one, ROUTINE, "1-" + i, "B");
                TestSubmission.submit(two, ROUTINE, "2-" + i, "B");
                TestSubmission.submit(three, ROUTINE, "3-" + i, "B");
            }
            three.commit();
            List<String> texts = new ArrayList<>(probe.readTexts());
            one.commit();
            texts.addAll(probe.readTexts());
            two.commit();
            texts.addAll(probe.drain());
            assertThat(texts).containsExactlyInAnyOrder("1-1", "1-2", "1-3", "2-1", "2-2", "2-3", "3-1", "3-2", "3-3");
            assertThat(texts).containsSubsequence("1-1", "1-2", "1-3");
            assertThat(texts).containsSubsequence("2-1", "2-2", "2-3");
            assertThat(texts).containsSubsequence("3-1", "3-2", "3-3");
        }
    }

    @Test
    void skipsRowsThatWereRolledBack() throws SQLException {
        OutboxProbe probe = probe(10);
        try (Connection undone = transaction()) {
            TestSubmission.submit(undone, ROUTINE, "undone", "B");
            database.submit(ROUTINE, "done", "B");
            assertThat(probe.readTexts()).containsExactly("done");
            undone.rollback();
        }
        assertThat(probe.read().exhausted()).isTrue();
        assertThat(probe.position().token()).contains(":0:@");
    }

    @Test
    void readsRowsOfSavepointsWithTheirTransaction() throws SQLException {
        OutboxProbe probe = probe(10);
        try (Connection nested = transaction();
                Statement statement = nested.createStatement()) {
            statement.execute("SAVEPOINT a");
            TestSubmission.submit(nested, ROUTINE, "kept", "B");
            statement.execute("SAVEPOINT b");
            TestSubmission.submit(nested, ROUTINE, "undone", "B");
            statement.execute("ROLLBACK TO b");
            database.submit(ROUTINE, "other", "B");
            assertThat(probe.readTexts()).containsExactly("other");
            nested.commit();
        }
        assertThat(probe.drain()).containsExactly("kept");
    }

    @Test
    void readsAPreparedTransactionOnceItIsCommitted() throws SQLException {
        OutboxProbe probe = probe(10);
        try (Connection prepared = transaction();
                Statement statement = prepared.createStatement()) {
            statement.execute("SET c4i.notify = 'off'");
            TestSubmission.submit(prepared, ROUTINE, "prepared", "B");
            statement.execute("PREPARE TRANSACTION 'p-" + database.hashCode() + "'");
        }
        database.submit(ROUTINE, "m", "B");
        assertThat(probe.readTexts()).containsExactly("m");
        try (Connection app = database.app();
                Statement statement = app.createStatement()) {
            statement.execute("COMMIT PREPARED 'p-" + database.hashCode() + "'");
        }
        assertThat(probe.drain()).containsExactly("prepared");
    }

    @Test
    void readsAHugeLateTransactionInParts() throws SQLException {
        OutboxProbe probe = probe(7);
        try (Connection huge = transaction()) {
            for (int i = 0; i < 100; i++) {
                TestSubmission.submit(huge, ROUTINE, "h" + i, "B");
            }
            database.submit(ROUTINE, "m", "B");
            assertThat(probe.drain()).containsExactly("m");
            huge.commit();
        }
        database.submit(ROUTINE, "after", "B");
        List<String> expected =
                new ArrayList<>(IntStream.range(0, 100).mapToObj(i -> "h" + i).toList());
        expected.add("after");
        assertThat(probe.drain()).isEqualTo(expected);
    }

    /**
     * Random transactions of random size commit or roll back in random order while a reader with a small limit reads
     * along.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void readsEveryCommittedRowExactlyOnceUnderARandomSchedule(long seed) throws SQLException {
        Random random = new Random(seed);
        OutboxProbe probe = new OutboxProbe(outbox, ReadPosition.START, 1 + random.nextInt(6), 1 + random.nextInt(40));
        Set<String> committed = new TreeSet<>();
        List<Connection> sessions = new ArrayList<>();
        List<List<String>> open = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            sessions.add(transaction());
            open.add(new ArrayList<>());
        }
        for (int step = 0; step < 300; step++) {
            int chosen = random.nextInt(sessions.size());
            switch (random.nextInt(6)) {
                case 0, 1, 2 -> {
                    String text = "s%d-%d-%s".formatted(chosen, step, "x".repeat(random.nextInt(12)));
                    TestSubmission.submit(sessions.get(chosen), ROUTINE, text, "B");
                    open.get(chosen).add(text);
                }
                case 3 -> {
                    sessions.get(chosen).commit();
                    committed.addAll(open.set(chosen, new ArrayList<>()));
                }
                case 4 -> {
                    if (random.nextInt(3) == 0) {
                        sessions.get(chosen).rollback();
                        open.set(chosen, new ArrayList<>());
                    }
                }
                default -> probe.read();
            }
        }
        for (int i = 0; i < sessions.size(); i++) {
            sessions.get(i).commit();
            committed.addAll(open.get(i));
            sessions.get(i).close();
        }
        probe.drain();

        List<String> seen = probe.seen().stream()
                .map(message -> new String(message.payload(), StandardCharsets.UTF_8))
                .toList();
        assertThat(seen).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(committed);
    }
}
