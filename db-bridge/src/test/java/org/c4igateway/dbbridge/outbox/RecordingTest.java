package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.c4igateway.dbbridge.database.FenceAssertions.assertFenced;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.store.Outbox.SavedPosition;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.dbbridge.database.OutboxProbe;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.ledger.BacklogLine;
import org.c4igateway.dbbridge.ledger.FindingLine;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.c4igateway.dbbridge.ledger.LedgerReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class RecordingTest {
    private static final SystemName A = new SystemName("A");
    private static final SystemName B = OutboxProbe.B;
    private static final SystemName C = new SystemName("C");
    private static final int ROUTINE = Precedence.ROUTINE.code();

    private final AtomicLong epoch = new AtomicLong();
    private TestDatabase database;
    private JdbcOutbox outbox;
    private LedgerReader ledger;

    @BeforeEach
    void open(TestDatabase database) {
        this.database = database;
        this.outbox = new JdbcOutbox(database.bridgePool(), epoch::get, A);
        this.ledger = new LedgerReader(database.bridgePool());
    }

    @Test
    void balancesTheLedgerInEveryState() throws SQLException {
        for (int i = 0; i < 6; i++) {
            database.submit(ROUTINE, "m" + i, "B", "C");
        }
        List<Message> messages =
                probe().read().rows().stream().map(row -> row.message()).toList();
        outbox.record(
                List.of(
                        outcome(messages.get(0), DeliveryState.DELIVERED),
                        outcome(messages.get(1), DeliveryState.SENT),
                        outcome(messages.get(2), DeliveryState.EXPIRED),
                        outcome(messages.get(3), DeliveryState.SUPERSEDED),
                        outcome(messages.get(4), DeliveryState.REJECTED)),
                List.of());

        assertThat(database.ledger())
                .containsExactly(new LedgerLine(B, 6, 1, 1, 1, 1, 1, 1), new LedgerLine(C, 6, 0, 0, 6, 0, 0, 0))
                .allMatch(LedgerLine::balanced);
        assertThat(database.recount()).isEqualTo(database.ledger());
        assertThat(database.column("SELECT state FROM c4i.delivery_status WHERE destination = 'B' ORDER BY sequence"))
                .containsExactly("delivered", "sent", "expired", "superseded", "rejected", "pending");
    }

    @Test
    void tellsHowOldTheOldestWaitingRowOfEachPrecedenceIs() throws SQLException {
        for (int i = 0; i < 3; i++) {
            database.submit(ROUTINE, "m" + i, "B");
        }
        Message first = probe().read().rows().getFirst().message();
        outbox.record(List.of(outcome(first, DeliveryState.DELIVERED)), List.of());
        database.submit(0, "flash", "B");

        List<BacklogLine> backlog = ledger.snapshot().backlog();

        assertThat(backlog).extracting(BacklogLine::rows).containsExactly(1L, 0L, 0L, 2L);
        assertThat(backlog).extracting(line -> line.oldest().isPresent()).containsExactly(true, false, false, true);
        assertThat(backlog.getLast().oldest().map(Object::toString))
                .isEqualTo(Optional.of(probe().read().rows().stream()
                        .filter(row -> row.message().precedence() == Precedence.ROUTINE)
                        .findFirst()
                        .map(row -> row.message().createdAt().toString())
                        .orElseThrow()));
    }

    @Test
    void keepsTheFirstStateWhenRecordingIsRepeated() throws SQLException {
        database.submit(ROUTINE, "m", "B");
        Message message = probe().read().rows().getFirst().message();
        DeliveryOutcome rejected = outcome(message, DeliveryState.REJECTED);

        outbox.record(List.of(rejected, rejected), List.of());
        outbox.record(List.of(rejected, outcome(message, DeliveryState.DELIVERED)), List.of());

        assertThat(database.ledger()).containsExactly(new LedgerLine(B, 1, 0, 0, 0, 0, 0, 1));
        assertThat(ledger.snapshot().deadLetters().orElseThrow())
                .containsOnly(entry("inbound", 0L), entry("outbound", 1L));
    }

    @Test
    void recordsWhatIsNewBesideWhatWasRecordedBefore() throws SQLException {
        database.submit(ROUTINE, "known", "B");
        database.submit(ROUTINE, "new", "B");
        List<Message> rows =
                probe().read().rows().stream().map(row -> row.message()).toList();
        DeliveryOutcome known = outcome(rows.get(0), DeliveryState.DELIVERED);
        outbox.record(List.of(known), List.of());

        outbox.record(
                List.of(
                        outcome(rows.get(0), DeliveryState.SENT),
                        outcome(rows.get(1), DeliveryState.DELIVERED),
                        outcome(rows.get(1), DeliveryState.SENT)),
                List.of());

        assertThat(database.ledger()).containsExactly(new LedgerLine(B, 2, 2, 0, 0, 0, 0, 0));
        assertThat(database.recount()).isEqualTo(database.ledger());
    }

    @Test
    void keepsWhatWasFoundInARowWithItsFinalState() throws SQLException {
        long first = database.submit(ROUTINE, "one", "B");
        long second = database.submit(ROUTINE, "two", "B");
        List<Message> rows =
                probe().read().rows().stream().map(row -> row.message()).toList();
        String finding = "2:17: warning [text.double-slash] X";

        outbox.record(
                List.of(
                        new DeliveryOutcome(rows.get(0), B, DeliveryState.DELIVERED, null, "", finding),
                        new DeliveryOutcome(
                                rows.get(1), B, DeliveryState.REJECTED, ErrorCode.MALFORMED_PAYLOAD, "bad", finding)),
                List.of());

        assertThat(database.column("SELECT concat_ws('|', sequence, state, code, finding) FROM c4i.delivery_status"
                        + " ORDER BY sequence"))
                .containsExactly(
                        first + "|delivered|" + finding,
                        second + "|rejected|" + ErrorCode.MALFORMED_PAYLOAD.code() + "|" + finding);
        assertThat(ledger.findings())
                .containsExactly(
                        new FindingLine("outbound", "warning", "text.double-slash", 2, Long.toString(second), finding));
    }

    @Test
    void parksBytesAndReasonOfWhatItRefuses() throws SQLException {
        database.execute("SELECT c4i.submit('NOSUCH', 3, '{B}', decode('00ff', 'hex'))");
        Message message = probe().read().rows().getFirst().message();
        String hostile = "bad\0 text \ud800";

        outbox.record(
                List.of(new DeliveryOutcome(
                        message, B, DeliveryState.REJECTED, ErrorCode.UNKNOWN_TOPIC, hostile, null)),
                List.of());

        assertThat(database.column(
                        "SELECT concat_ws('|', direction, origin_system, origin_sequence, topic_id, destination,"
                                + " code, reason, encode(payload, 'hex')) FROM c4i.dead_letter"))
                .containsExactly(
                        "outbound|A|" + message.id().sequence() + "|NOSUCH|B|GW-301|bad\ufffd text \ufffd|00ff");
    }

    @Test
    void parksNothingOfWhatTheDestinationDoesNotWant() throws SQLException {
        database.submit(ROUTINE, "m", "B");
        Message message = probe().read().rows().getFirst().message();

        outbox.record(
                List.of(new DeliveryOutcome(
                        message, B, DeliveryState.REJECTED, ErrorCode.FILTERED, "not wanted", null)),
                List.of());

        assertThat(database.column("SELECT concat_ws('|', state, code, detail) FROM c4i.delivery_status"))
                .containsExactly("rejected|GW-309|not wanted");
        assertThat(database.ledger()).containsExactly(new LedgerLine(B, 1, 0, 0, 0, 0, 0, 1));
        assertThat(ledger.snapshot().deadLetters().orElseThrow())
                .containsOnly(entry("inbound", 0L), entry("outbound", 0L));
    }

    @Test
    void savesTheLastOfSeveralPositions() throws SQLException {
        outbox.record(
                List.of(),
                List.of(
                        new SavedPosition(B, Precedence.FLASH, new ReadPosition("5:0:")),
                        new SavedPosition(B, Precedence.FLASH, new ReadPosition("7:0:")),
                        new SavedPosition(B, Precedence.ROUTINE, new ReadPosition("6:0:"))));

        Map<Precedence, ReadPosition> saved = outbox.positions(Set.of(B)).getOrDefault(B, Map.of());
        assertThat(saved)
                .hasEntrySatisfying(
                        Precedence.FLASH, at -> assertThat(at.token()).startsWith("7:0:@"));
        assertThat(saved)
                .hasEntrySatisfying(
                        Precedence.ROUTINE, at -> assertThat(at.token()).startsWith("6:0:@"));
        assertThat(database.column("SELECT token FROM c4i.reader_position ORDER BY precedence"))
                .as("saved without the term, which ends before them")
                .containsExactlyInAnyOrder("7:0:", "6:0:");
    }

    @Test
    void countsPendingRowsBehindTheSavedPosition() throws SQLException {
        try (Connection late = database.app();
                Statement statement = late.createStatement()) {
            late.setAutoCommit(false);
            statement.execute("SELECT c4i.submit_text('S201', 3, '{B}', 'late')");
            database.submit(ROUTINE, "m", "B");
            OutboxProbe probe = probe();
            Message message = probe.read().rows().getFirst().message();
            outbox.record(
                    List.of(outcome(message, DeliveryState.DELIVERED)),
                    List.of(new SavedPosition(B, Precedence.ROUTINE, probe.position())));
            assertThat(database.ledger()).containsExactly(new LedgerLine(B, 1, 1, 0, 0, 0, 0, 0));
            late.commit();
        }
        assertThat(database.ledger()).containsExactly(new LedgerLine(B, 2, 1, 0, 1, 0, 0, 0));
    }

    @Test
    void writesNothingOnceAnotherBridgeHasTakenOver() throws SQLException {
        database.submit(ROUTINE, "m", "B");
        Message message = probe().read().rows().getFirst().message();
        database.execute("SELECT c4i.take_lease('another')");

        SavedPosition position = new SavedPosition(B, Precedence.ROUTINE, new ReadPosition("5:0:"));
        assertFenced(() -> outbox.record(List.of(outcome(message, DeliveryState.DELIVERED)), List.of()));
        assertFenced(() -> outbox.record(List.of(outcome(message, DeliveryState.DELIVERED)), List.of(position)));
        assertFenced(() -> outbox.record(List.of(outcome(message, DeliveryState.REJECTED)), List.of()));
        assertFenced(() -> outbox.record(List.of(), List.of(position)));
        assertFenced(() -> probe().read());
        assertThat(database.number("SELECT count(*) FROM c4i.delivery")).isZero();
        assertThat(database.number("SELECT count(*) FROM c4i.dead_letter")).isZero();
        assertThat(database.number("SELECT count(*) FROM c4i.reader_position")).isZero();
        epoch.set(1);
        assertThat(probe().read().rows()).hasSize(1);
    }

    @Test
    void staysBalancedWhileRowsComeAndGoAtRandom() throws SQLException {
        Random random = new Random(42);
        OutboxProbe probe = new OutboxProbe(outbox, ReadPosition.START, 7, 1_000_000);
        List<Message> open = new ArrayList<>();
        for (int step = 0; step < 200; step++) {
            switch (random.nextInt(4)) {
                case 0, 1 -> database.submit(ROUTINE, "m" + step, "B");
                case 2 -> probe.read().rows().forEach(row -> open.add(row.message()));
                default -> {
                    List<DeliveryOutcome> outcomes = new ArrayList<>();
                    while (!open.isEmpty() && random.nextInt(4) > 0) {
                        DeliveryState[] states = DeliveryState.values();
                        outcomes.add(outcome(
                                open.remove(random.nextInt(open.size())), states[random.nextInt(states.length)]));
                    }
                    outbox.record(outcomes, List.of());
                }
            }
            if (step % 20 == 0) {
                database.execute("SELECT c4i.compact_ledger()");
            }
            assertThat(database.ledger()).allMatch(LedgerLine::balanced).isEqualTo(database.recount());
        }
        assertThat(database.ledger()).hasSize(1);
    }

    private static DeliveryOutcome outcome(Message message, DeliveryState state) {
        return switch (state) {
            case EXPIRED -> new DeliveryOutcome(message, B, state, ErrorCode.EXPIRED, "too late", null);
            case REJECTED -> new DeliveryOutcome(message, B, state, ErrorCode.UNKNOWN_TOPIC, "no such topic", null);
            case DELIVERED, SENT, SUPERSEDED -> new DeliveryOutcome(message, B, state, null, "", null);
        };
    }

    private OutboxProbe probe() {
        return new OutboxProbe(outbox, ReadPosition.START, 100, 1_000_000);
    }
}
