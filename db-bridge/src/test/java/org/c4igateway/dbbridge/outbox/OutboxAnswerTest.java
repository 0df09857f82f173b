package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
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
import org.c4igateway.dbbridge.database.TestSubmission;
import org.junit.jupiter.api.Test;

class OutboxAnswerTest extends OutboxReadingFixture {
    @Test
    void goesOnFromASavedPosition() throws SQLException {
        try (Connection late = transaction()) {
            TestSubmission.submit(late, ROUTINE, "late", "B");
            database.submit(ROUTINE, "m1", "B");
            OutboxProbe first = probe(10);
            assertThat(first.drain()).containsExactly("m1");
            outbox.record(List.of(), List.of(new SavedPosition(B, Precedence.ROUTINE, first.position())));
            late.commit();
        }
        database.submit(ROUTINE, "m2", "B");

        JdbcOutbox restarted = new JdbcOutbox(database.bridgePool(), () -> 0, A);
        ReadPosition saved = Objects.requireNonNull(
                Objects.requireNonNull(restarted.positions(Set.of(B, C)).get(B)).get(Precedence.ROUTINE));

        assertThat(new OutboxProbe(restarted, saved, 10, NO_BYTE_LIMIT).drain()).containsExactly("late", "m2");
        assertThat(restarted.positions(Set.of(B, C))).doesNotContainKey(C);
    }

    @Test
    void stopsAtTheByteLimitButReturnsOneRowAtLeast() throws SQLException {
        for (String payload : List.of("aaaa", "bbbb", "c", "dddddddddddd", "e", "f")) {
            database.submit(ROUTINE, payload, "B");
        }
        OutboxProbe probe = new OutboxProbe(outbox, ReadPosition.START, 10, 8);

        Fetched first = probe.read();
        assertThat(OutboxProbe.texts(first)).containsExactly("aaaa", "bbbb");
        assertThat(first.exhausted()).isFalse();
        assertThat(probe.readTexts()).containsExactly("c");
        assertThat(probe.readTexts()).containsExactly("dddddddddddd");
        Fetched last = probe.read();
        assertThat(OutboxProbe.texts(last)).containsExactly("e", "f");
        assertThat(last.exhausted()).isTrue();
    }

    @Test
    void answersEachPrecedenceSeparatelyFromOneSnapshot() throws SQLException {
        database.submit(Precedence.ROUTINE.code(), "routine", "B");
        database.submit(Precedence.FLASH.code(), "flash", "B", "C");
        database.submit(Precedence.FLASH.code(), "flash for C", "C");

        List<Fetched> answers = outbox.fetch(List.of(
                request(Set.of(B), Precedence.FLASH),
                request(Set.of(C), Precedence.FLASH),
                request(Set.of(B, C), Precedence.ROUTINE),
                request(Set.of(B), Precedence.PRIORITY)));

        assertThat(answers.stream().map(OutboxProbe::texts))
                .containsExactly(List.of("flash"), List.of("flash", "flash for C"), List.of("routine"), List.of());
        assertThat(answers.stream().map(Fetched::next).distinct()).hasSize(1);
        assertThat(answers.getFirst().rows().getFirst().pending()).containsExactly(B);
        assertThat(answers.getFirst().rows().getFirst().message().destinations())
                .containsExactly(B, C);
    }

    @Test
    void leavesOutDestinationsWithAFinalState() throws SQLException {
        database.submit(ROUTINE, "m", "B", "C");
        Message message = probe(1).read().rows().getFirst().message();
        outbox.record(List.of(new DeliveryOutcome(message, B, DeliveryState.DELIVERED, null, "", null)), List.of());

        List<Fetched> answers = outbox.fetch(List.of(
                request(Set.of(B, C), Precedence.ROUTINE),
                request(Set.of(C), Precedence.ROUTINE),
                request(Set.of(B), Precedence.ROUTINE)));

        assertThat(answers.getFirst().rows().getFirst().pending()).containsExactly(C);
        assertThat(answers.get(1).rows().getFirst().pending()).containsExactly(C);
        assertThat(answers.getLast().rows()).isEmpty();
    }

    @Test
    void carriesEveryByteOfAPayload() throws SQLException {
        database.execute("SELECT c4i.submit('S201', 3, '{B}', decode('00ff80c3280a', 'hex'))");

        assertThat(probe(1).read().rows().getFirst().message().payload())
                .containsExactly(0, 0xff, 0x80, 0xc3, 0x28, 0x0a);
    }

    @Test
    void startsAgainWhenTheTransactionCounterWentBack() throws SQLException {
        database.submit(ROUTINE, "old", "B");
        Message old = probe(1).read().rows().getFirst().message();
        outbox.record(List.of(new DeliveryOutcome(old, B, DeliveryState.DELIVERED, null, "", null)), List.of());
        long future = database.submit(ROUTINE, "of the future", "B");
        // As in a dump restored into a younger server.
        database.execute("UPDATE c4i.outbox SET xid = '900000000' WHERE sequence = " + future);
        database.execute("INSERT INTO c4i.table_source (source) VALUES ('there.tx')");
        OutboxProbe probe = new OutboxProbe(outbox, new ReadPosition("900000001:0:"), 10, NO_BYTE_LIMIT);

        assertThat(probe.drain()).containsExactly("of the future");
        assertThat(database.submit(ROUTINE, "new", "B")).isGreaterThan(future + 1);
        assertThat(probe.drain()).containsExactly("new");
        assertThat(database.column("SELECT source FROM c4i.table_source WHERE held_since IS NOT NULL"))
                .containsExactly("there.tx");
    }

    /** A dump in a younger server, where no position was ever saved. */
    @Test
    void bringsRowsOfTheFutureIntoThePresent() throws SQLException {
        long future = database.submit(ROUTINE, "of the future", "B");
        database.execute("UPDATE c4i.outbox SET xid = '900000000'");
        OutboxProbe probe = probe(10);

        assertThat(probe.readTexts()).containsExactly("of the future");

        assertThat(database.column(
                        "SELECT sequence FROM c4i.outbox WHERE xid < pg_snapshot_xmax(pg_current_snapshot())"))
                .containsExactly(Long.toString(future));
        database.submit(ROUTINE, "new", "B");
        assertThat(probe.drain()).as("and nothing again").containsExactly("new");
    }

    private static FetchRequest request(Set<SystemName> destinations, Precedence precedence) {
        return new FetchRequest(destinations, precedence, ReadPosition.START, 100, NO_BYTE_LIMIT);
    }
}
