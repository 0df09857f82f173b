package org.c4igateway.lab.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.c4igateway.lab.history.ReadingHistory.Row;
import org.c4igateway.lab.history.RunHistory.Calm;
import org.c4igateway.lab.history.RunHistory.Submit;
import org.c4igateway.lab.history.RunHistory.Use;
import org.c4igateway.lab.history.Violation.Kind;
import org.c4igateway.lab.history.retention.KeptDays;
import org.c4igateway.lab.history.retention.RetentionHistory;
import org.c4igateway.lab.history.retention.RetentionHistory.Day;
import org.c4igateway.lab.history.retention.RetentionHistory.Removal;
import org.c4igateway.lab.history.retention.RetentionJudge;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A good history is clean; one change makes it bad, and the oracle names that change and no other. */
class MutatedHistoryTest {
    private static final int ROWS = 60;
    private static final int SEEDS = 200;
    private static final LocalDate TODAY = LocalDate.EPOCH;

    @Test
    void findsNothingInGoodHistories() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            assertThat(new Story(seed).judged().report()).as("seed %d", seed).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void namesEachKindOfViolation(Kind kind) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Story story = new Story(seed);
            story.mutate(kind);
            AuditResult result = story.judged();
            assertThat(result.kinds()).as("seed %d", seed).isEqualTo(Map.of(kind, 1L));
            assertThat(result.violations()).as("seed %d", seed).singleElement().satisfies(violation -> {
                assertThat(violation.place()).isNotEmpty();
                assertThat(violation.text()).contains(story.trace);
            });
        }
    }

    /** What made kill and outage tests green when a fault had every row refused. */
    @Test
    void reportsEachRowOfAHistoryInWhichEveryRowWasRefused() {
        Story story = new Story(1);
        story.accepted.replaceAll(row -> AcceptedRows.with(row, "rejected", "GW-207 refused"));
        story.arrived.clear();
        story.stored.clear();
        story.read.clear();

        AuditResult result = story.judged();

        assertThat(result.kinds()).isEqualTo(Map.of(Kind.WRONG_STATE, (long) ROWS));
        assertThat(result.violations())
                .hasSize(Violations.MAX_KEPT)
                .allSatisfy(violation -> assertThat(violation.text()).contains("rejected (GW-207 refused)"));
        assertThat(result.counts().delivered()).isZero();
    }

    @Test
    void acceptsTheEndThatIsNamedForARowAndNoOther() {
        Story story = new Story(2);
        AcceptedRow refused = story.reliable();
        long sequence = refused.sequence();
        story.accepted.replaceAll(
                row -> row.sequence() == sequence ? AcceptedRows.with(row, "rejected", "GW-101") : row);
        story.forget(sequence);
        Expectation named = Expectation.ALL_DELIVERED.with("ALPHA", sequence, "BRAVO", "rejected");

        assertThat(story.judged(named).report()).isEmpty();
        assertThat(story.judged(Expectation.ALL_DELIVERED).kinds()).isEqualTo(Map.of(Kind.WRONG_STATE, 1L));
        assertThat(new Story(2).judged(named).kinds())
                .as("delivered although it had to be rejected")
                .isEqualTo(Map.of(Kind.WRONG_STATE, 1L));
    }

    @Test
    void definesNoOrderForTransactionsThatOverlapped() {
        Story story = new Story(3);
        story.mutate(Kind.OUT_OF_ORDER);
        Expectation overlapping = Expectation.ALL_DELIVERED.overlapping("ALPHA", story.moved, "BRAVO");

        assertThat(story.judged(overlapping).report()).isEmpty();
    }

    /** Rows of ALPHA for BRAVO, what BRAVO has, what its server read, and BRAVO's ledgers. */
    private static final class Story {
        private final List<AcceptedRow> accepted = new ArrayList<>();
        private final List<ArrivedRow> arrived = new ArrayList<>();
        private final List<Row> stored = new ArrayList<>();
        private final List<Row> read = new ArrayList<>();
        private final List<Submit> acknowledged = new ArrayList<>();
        private final List<Submit> submitted = new ArrayList<>();
        private final SplittableRandom random;
        private long emptyMillis = 2_000;
        private long threads = 40;
        private long ledgerDelivered = 7;
        private long pending;
        private LocalDate oldest = TODAY.minusDays(4);
        private String trace = "";
        private long moved;
        private Expectation expectation = Expectation.ALL_DELIVERED;

        Story(long seed) {
            random = new SplittableRandom(seed);
            for (int i = 1; i <= ROWS; i++) {
                boolean reliable = i % 5 != 0;
                String topic = (reliable ? "A00" : "J07") + i % 3;
                String carried = topic + "|digest" + i;
                accepted.add(new AcceptedRow(
                        100L + i, topic, "", reliable, i % 2, carried, reliable ? AcceptedRow.DELIVERED : "sent", ""));
                submitted.add(new Submit(100L + i, carried));
                if (random.nextInt(9) > 0) { // the answer to some commits was lost
                    acknowledged.add(new Submit(100L + i, carried));
                }
                if (reliable || random.nextInt(3) > 0) {
                    arrived.add(new ArrivedRow(100L + i, 2_000L + 3L * i, carried, 500, i < ROWS / 2));
                    stored.add(new Row(2_000L + 3L * i, "ALPHA", 100L + i));
                }
            }
            read.addAll(stored);
        }

        AuditResult judged() {
            return judged(expectation);
        }

        AuditResult judged(Expectation wanted) {
            LedgerLine line = new LedgerLine(new SystemName("BRAVO"), 9, ledgerDelivered, 1, 0, 1, 0, 0);
            return PairJudge.judge(new PairHistory("ALPHA", "BRAVO", accepted, arrived), wanted)
                    .plus(ReadingJudge.judge(new ReadingHistory("BRAVO", read, stored)))
                    .plus(LedgerJudge.judge(new LedgerHistory(
                            "BRAVO", List.of(line), List.of(line), Map.of("ALPHA", 5L), Map.of("ALPHA", 5L))))
                    .plus(RunJudge.judge(new RunHistory(
                            "ALPHA",
                            acknowledged,
                            submitted,
                            new Calm(60_000, emptyMillis),
                            List.of(new Use("threads", threads, 80), new Use("descriptors", 90, 90)))))
                    .plus(RetentionJudge.judge(retention(), new KeptDays(1, 1, 7, 1, 2)));
        }

        private RetentionHistory retention() {
            return new RetentionHistory(
                    "ALPHA",
                    TODAY.minusDays(9),
                    TODAY,
                    List.of(new Removal(RetentionHistory.OUTBOX, TODAY, TODAY.minusDays(2), 12, pending)),
                    List.of(new Day(RetentionHistory.OUTBOX, oldest)),
                    List.of());
        }

        AcceptedRow reliable() {
            List<AcceptedRow> all =
                    accepted.stream().filter(AcceptedRow::reliable).toList();
            return all.get(random.nextInt(all.size()));
        }

        void forget(long sequence) {
            arrived.removeIf(row -> row.sequence() == sequence);
            stored.removeIf(row -> row.sequence() == sequence);
            read.removeIf(row -> row.sequence() == sequence);
        }

        void mutate(Kind kind) {
            AcceptedRow row = reliable();
            trace = Long.toString(row.sequence());
            switch (kind) {
                case LOST -> forget(row.sequence());
                case DOUBLED -> copy(row.sequence(), 9_000);
                case ALTERED -> arrived.replaceAll(copy -> copy.sequence() == row.sequence() ? altered(copy) : copy);
                case OUT_OF_ORDER -> swap(row);
                case UNKNOWN -> accepted.remove(row);
                case UNSETTLED -> end(row, AcceptedRow.PENDING);
                case WRONG_STATE -> {
                    end(row, "superseded");
                    forget(row.sequence());
                }
                case UNDUE -> undue(row);
                case AMBIGUOUS -> accepted.add(accepted.indexOf(row), row);
                case SKIPPED -> read.removeIf(seen -> seen.sequence() == row.sequence());
                case READ_BACKWARDS -> read.add(again(row));
                case VANISHED -> stored.removeIf(kept -> kept.sequence() == row.sequence());
                case REUSED_ID ->
                    stored.replaceAll(kept ->
                            kept.sequence() == row.sequence() ? new Row(kept.receivedId(), "ALPHA", 999) : kept);
                case LEDGER -> {
                    ledgerDelivered--;
                    trace = "does not balance";
                }
                case FORGOTTEN -> forget(acknowledged.get(random.nextInt(acknowledged.size())));
                case LATE -> {
                    emptyMillis = random.nextBoolean() ? Calm.NEVER : 60_001;
                    trace = "pending";
                }
                case UNBOUNDED -> {
                    threads = 81;
                    trace = "81 threads";
                }
                case REMOVED_EARLY -> {
                    pending = 1;
                    trace = "1 of them without a final state";
                }
                case KEPT_LATE -> {
                    oldest = oldest.minusDays(1);
                    trace = "outbox of " + oldest;
                }
            }
        }

        private void forget(Submit committed) {
            trace = Long.toString(committed.sequence());
            submitted.remove(committed);
            if (random.nextBoolean()) {
                submitted.add(new Submit(committed.sequence(), committed.content() + "0"));
                submitted.sort(Comparator.comparingLong(Submit::sequence));
            }
        }

        private void end(AcceptedRow row, String state) {
            accepted.set(accepted.indexOf(row), AcceptedRows.with(row, state, ""));
        }

        /** To end as expired is what the test wants; to arrive nevertheless is not. */
        private void undue(AcceptedRow row) {
            end(row, "expired");
            expectation = expectation.with("ALPHA", row.sequence(), "BRAVO", "expired");
        }

        private static ArrivedRow altered(ArrivedRow copy) {
            return new ArrivedRow(
                    copy.sequence(), copy.receivedId(), copy.carried() + "0", copy.latencyMicros(), copy.early());
        }

        private void copy(long sequence, long receivedId) {
            ArrivedRow first = arrived.stream()
                    .filter(each -> each.sequence() == sequence)
                    .findFirst()
                    .orElseThrow();
            arrived.add(arrived.indexOf(first) + 1, new ArrivedRow(sequence, receivedId, first.carried(), 600, false));
            Row kept = new Row(receivedId, "ALPHA", sequence);
            stored.add(kept);
            read.add(kept);
        }

        private Row again(AcceptedRow row) {
            return stored.stream()
                    .filter(kept -> kept.sequence() == row.sequence())
                    .findFirst()
                    .orElseThrow();
        }

        /** Gives the row the place of an older one of its stream, which comes later by one then. */
        private void swap(AcceptedRow row) {
            List<AcceptedRow> stream = accepted.stream()
                    .filter(each -> each.stream().equals(row.stream()))
                    .toList();
            AcceptedRow older = stream.get(0);
            AcceptedRow younger = stream.get(1);
            trace = Long.toString(younger.sequence());
            moved = younger.sequence();
            long first = again(older).receivedId();
            long second = again(younger).receivedId();
            arrived.replaceAll(copy -> copy.sequence() == older.sequence()
                    ? moved(copy, second)
                    : copy.sequence() == younger.sequence() ? moved(copy, first) : copy);
            stored.replaceAll(kept -> kept.sequence() == older.sequence()
                    ? new Row(second, "ALPHA", older.sequence())
                    : kept.sequence() == younger.sequence() ? new Row(first, "ALPHA", younger.sequence()) : kept);
            stored.sort(Comparator.comparingLong(Row::receivedId));
            read.clear();
            read.addAll(stored);
        }

        private static ArrivedRow moved(ArrivedRow copy, long receivedId) {
            return new ArrivedRow(copy.sequence(), receivedId, copy.carried(), copy.latencyMicros(), copy.early());
        }
    }
}
