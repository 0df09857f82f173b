package org.c4igateway.core.flow.send.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Outbox.FetchRequest;
import org.c4igateway.core.store.Outbox.Fetched;
import org.c4igateway.core.store.Outbox.PendingRow;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.core.testkit.Drafts;
import org.junit.jupiter.api.Test;

class SendGroupTest {
    private static final SystemName BRAVO = new SystemName("BRAVO");
    private static final SystemName CHARLIE = new SystemName("CHARLIE");
    private static final Duration SECOND = Duration.ofSeconds(1);
    /** Rows that have ended and are still queued, beside twice as many as are in memory. */
    private static final int SLACK = 1_024;

    private final SendGroup group = new SendGroup(
            List.of(BRAVO, CHARLIE),
            Map.of(),
            new FlowSettings(
                    10_000, 100_000_000, 5, SECOND, SECOND, SECOND, SECOND, SECOND, 10, 10, 10, SECOND, SECOND),
            new InFlightTotal(1 << 30));
    private long lastSequence;

    private OutstandingRow read(Message message) {
        FetchRequest request = request();
        List<PendingRow> rows = List.of(new PendingRow(message, message.destinations()));
        return group.accept(request, new Fetched(rows, new ReadPosition("p" + ++lastSequence), true))
                .getFirst();
    }

    private FetchRequest request() {
        return new FetchRequest(
                group.destinations(), Precedence.ROUTINE, group.cursors().position(Precedence.ROUTINE), 5, 1_000);
    }

    private OutstandingRow ready(SystemName... to) {
        OutstandingRow row = read(Drafts.message(lastSequence + 1, to));
        group.enqueue(row);
        return row;
    }

    private static Message about(long sequence, String subject) {
        return Drafts.about(subject, Drafts.message(sequence, Drafts.BEST_EFFORT, Precedence.ROUTINE, 30, BRAVO));
    }

    private void end(OutstandingRow row) {
        List.copyOf(row.waiting()).forEach(destination -> group.settle(row, destination));
    }

    @Test
    void dropsRowsThatHaveEndedFromItsQueueWhenTheyAreManyMoreThanThoseInMemory() {
        OutstandingRow waiting = ready(BRAVO);
        int inMemory = 2;
        for (int i = 1; i < 2 * inMemory + SLACK; i++) {
            end(ready(BRAVO));
        }
        assertThat(group.queuedRows()).isEqualTo(2 * inMemory + SLACK);

        OutstandingRow last = ready(BRAVO);

        assertThat(group.queuedRows()).isEqualTo(inMemory);
        assertThat(group.nextReady()).isSameAs(waiting);
        assertThat(group.nextReady()).isSameAs(last);
        assertThat(group.nextReady()).isNull();
    }

    /** A row that waits long must not keep those behind it in memory. */
    @Test
    void forgetsRowsThatHaveEndedBehindOneThatWaitsForItsReceipt() {
        send(ready(BRAVO));
        int inMemory = 2;
        List<WeakReference<OutstandingRow>> ended = new ArrayList<>();
        for (int i = 1; i < 2 * inMemory + SLACK; i++) {
            ended.add(sentAndEnded());
        }
        System.gc();
        assertThat(ended).noneMatch(row -> row.refersTo(null));

        var last = sentAndEnded();

        await().atMost(Duration.ofSeconds(60)).until(() -> {
            System.gc();
            return ended.stream().allMatch(row -> row.refersTo(null));
        });
        assertThat(last.refersTo(null)).as("it had not ended then").isFalse();
        assertThat(group.isAwaitingReceipts()).isTrue();
    }

    private WeakReference<OutstandingRow> sentAndEnded() {
        OutstandingRow row = ready(BRAVO);
        send(row);
        end(row);
        return new WeakReference<>(row);
    }

    private void send(OutstandingRow row) {
        assertThat(group.nextReady()).isSameAs(row);
        group.sent(row, 0, true);
    }

    @Test
    void knowsTheNewestRowOfASubjectUntilItEnds() {
        OutstandingRow first = read(about(1, "T1"));
        assertThat(group.enqueueAboutSubject(first)).isNull();
        OutstandingRow second = read(about(2, "T1"));
        assertThat(group.enqueueAboutSubject(second)).isSameAs(first);
        end(first);
        OutstandingRow third = read(about(3, "T1"));
        assertThat(group.enqueueAboutSubject(third)).isSameAs(second);

        end(second);
        end(third);

        assertThat(group.enqueueAboutSubject(read(about(4, "T1")))).isNull();
    }

    @Test
    void tellsSubjectsApartAndRowsWithoutOne() {
        assertThat(group.enqueueAboutSubject(read(about(1, "T1")))).isNull();
        assertThat(group.enqueueAboutSubject(read(about(2, "T2")))).isNull();
        assertThat(group.enqueueAboutSubject(read(about(3, "")))).isNull();
        assertThat(group.enqueueAboutSubject(read(about(4, "")))).isNull();
        assertThat(group.queuedRows()).isEqualTo(4);
    }

    @Test
    void saysWhichRowsWaitForADestination() {
        OutstandingRow both = ready(BRAVO, CHARLIE);
        OutstandingRow one = ready(CHARLIE);

        group.settle(both, BRAVO);

        assertThat(group.waitingFor(BRAVO)).isEmpty();
        assertThat(group.waitingFor(CHARLIE))
                .containsExactlyInAnyOrder(
                        both.message().id().sequence(), one.message().id().sequence());
        assertThat(group.isWaitedForBy(BRAVO)).isFalse();
        assertThat(group.isWaitedForBy(CHARLIE)).isTrue();
    }

    @Test
    void knowsTheRowThatHasWaitedLongestForTheReceiptOfEachDestination() {
        OutstandingRow first = ready(BRAVO);
        OutstandingRow second = ready(BRAVO, CHARLIE);
        Stream.of(first, second).forEach(row -> group.sent(row, 1, true));
        assertThat(group.oldestAwaiting()).isEqualTo(Map.of(BRAVO, first, CHARLIE, second));

        end(first);

        assertThat(group.oldestAwaiting()).isEqualTo(Map.of(BRAVO, second, CHARLIE, second));
        assertThat(group.isAwaitingReceipts()).isTrue();
        end(second);
        assertThat(group.oldestAwaiting()).isEmpty();
        assertThat(group.isAwaitingReceipts()).isFalse();
    }

    @Test
    void waitsForNoReceiptOfABestEffortRow() {
        group.sent(ready(BRAVO), 1, false);

        assertThat(group.isAwaitingReceipts()).isFalse();
        assertThat(group.oldestAwaiting()).isEmpty();
    }

    @Test
    void tellsOfTheRowsThatWereSentToADestinationThatLeaves() {
        OutstandingRow sent = ready(BRAVO, CHARLIE);
        group.sent(sent, 1, true);
        OutstandingRow notSent = ready(BRAVO, CHARLIE);
        ready(CHARLIE);
        List<Long> forgotten = new ArrayList<>();

        group.release(BRAVO, forgotten::add);

        assertThat(forgotten).containsExactly(sent.message().id().sequence());
        assertThat(group.destinations()).containsExactly(CHARLIE);
        assertThat(notSent.waiting()).containsExactly(CHARLIE);
        assertThat(group.isWaitedForBy(BRAVO)).isFalse();
    }

    @Test
    void pausesUntilThatTime() {
        assertThat(group.isPaused(Long.MIN_VALUE)).isFalse();
        group.pause(1_000);

        assertThat(group.isPaused(999)).isTrue();
        assertThat(group.isPaused(1_000)).isFalse();
        assertThat(group.isPaused(999)).as("a pause ends once").isFalse();
    }

    @Test
    void asksForAnAnswerUntilItReadsElsewhereOrNoMore() {
        FetchRequest request = request();
        assertThat(group.stillAsks(request)).isTrue();

        ready(BRAVO);
        assertThat(group.stillAsks(request)).as("it has read on").isFalse();

        FetchRequest next = request();
        group.release(CHARLIE, sequence -> {});
        assertThat(group.stillAsks(next)).as("without CHARLIE").isFalse();

        FetchRequest last = request();
        assertThat(group.stillAsks(last)).isTrue();
        group.drain();
        assertThat(group.stillAsks(last)).isFalse();
    }

    @Test
    void knowsARowThatIsInMemoryAlready() {
        OutstandingRow row = ready(BRAVO);
        Fetched again = new Fetched(List.of(new PendingRow(row.message(), List.of(BRAVO))), ReadPosition.START, true);
        assertThat(group.repeats(again)).isTrue();
        assertThat(group.find(row.message().id().sequence())).isSameAs(row);

        end(row);

        assertThat(group.repeats(again)).isFalse();
        assertThat(group.find(row.message().id().sequence())).isNull();
        assertThat(group.isEmpty()).isTrue();
    }

    @Test
    void sendsARowThatWasPutBackBeforeOthersOfItsPrecedence() {
        OutstandingRow first = ready(BRAVO);
        ready(BRAVO);

        group.putBack(Objects.requireNonNull(group.nextReady()));

        assertThat(group.hasReady()).isTrue();
        assertThat(group.nextReady()).isSameAs(first);
    }

    @Test
    void countsARowOnceThatIsConfirmedTwice() {
        OutstandingRow twice = ready(BRAVO, CHARLIE);
        ready(BRAVO);

        group.settle(twice, BRAVO);
        group.settle(twice, BRAVO);

        assertThat(group.isWaitedForBy(BRAVO)).as("the other row").isTrue();
        assertThat(group.isEmpty()).isFalse();
        assertThat(group.budget().rows()).isEqualTo(2);
    }
}
