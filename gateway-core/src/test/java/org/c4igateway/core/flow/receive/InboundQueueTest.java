package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.receive.Arrival.Malformed;
import org.c4igateway.core.flow.receive.Arrival.Received;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.ReceiptTransport;
import org.junit.jupiter.api.Test;

class InboundQueueTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final AtomicLong ticks = new AtomicLong(-7);
    private final InboundQueue queue = new InboundQueue(3, 10_000, ticks::get);

    @Test
    void givesArrivalsInOrderAndInBatches() throws InterruptedException {
        List<Arrival> arrivals = List.of(arrival(1), arrival(2), arrival(3));
        arrivals.forEach(queue::put);

        assertThat(queue.take(2, PATIENCE)).containsExactlyElementsOf(arrivals.subList(0, 2));
        assertThat(queue.take(2, PATIENCE)).containsExactly(arrivals.getLast());
        assertThat(queue.isEmpty()).isTrue();
    }

    /** A batch is written while the queue fills again. */
    @Test
    void givesFewLargeOnesAtATime() throws InterruptedException {
        InboundQueue large = new InboundQueue(100, 8_000, ticks::get);
        List<Arrival> arrivals = List.of(arrival(10_000), arrival(400), arrival(400), arrival(5));
        large.put(arrivals.getFirst());
        assertThat(large.take(100, PATIENCE)).containsExactly(arrivals.getFirst());
        arrivals.subList(1, 4).forEach(large::put);

        assertThat(large.take(100, PATIENCE)).containsExactlyElementsOf(arrivals.subList(1, 3));
        assertThat(large.take(100, PATIENCE)).containsExactly(arrivals.getLast());
    }

    /** The bound is 4096 bytes, and an arrival of 256 bytes takes 512 with what goes with it. */
    @Test
    void endsABatchWithTheArrivalThatFillsAnEighthOfTheBoundExactly() throws InterruptedException {
        InboundQueue eightOfThem = new InboundQueue(100, 4_096, ticks::get);
        List<Arrival> arrivals = List.of(arrival(256), arrival(256));
        assertThat(arrivals).allMatch(each -> each.sizeBytes() == 512);
        arrivals.forEach(eightOfThem::put);

        assertThat(eightOfThem.take(100, PATIENCE)).containsExactly(arrivals.getFirst());
        assertThat(eightOfThem.take(100, PATIENCE)).containsExactly(arrivals.getLast());
    }

    @Test
    void givesTheMostUrgentFirstAndLetsRoutineNotStarve() throws InterruptedException {
        InboundQueue large = new InboundQueue(100, 1 << 20, ticks::get);
        for (long sequence = 1; sequence <= 40; sequence++) {
            large.put(message(sequence, sequence <= 4 ? Precedence.ROUTINE : Precedence.FLASH));
        }

        List<Long> taken = large.take(40, PATIENCE).stream()
                .map(arrival -> ((Received) arrival).message().id().sequence())
                .toList();

        assertThat(taken.subList(0, 17)).contains(1L).doesNotContain(2L);
        assertThat(taken.getFirst()).isEqualTo(5);
        assertThat(taken.stream().filter(sequence -> sequence <= 4)).containsExactly(1L, 2L, 3L, 4L);
        assertThat(taken.stream().filter(sequence -> sequence > 4)).isSorted().hasSize(36);
    }

    private static Arrival message(long sequence, Precedence precedence) {
        return new Received(
                Drafts.message(sequence, Drafts.RELIABLE, precedence, 64, new SystemName("SELF")),
                Drafts.ORIGIN,
                new ReceiptTransport(),
                0,
                null);
    }

    @Test
    void blocksWhoeverPutsWhileItIsFullByCount() throws InterruptedException {
        List.of(arrival(1), arrival(1), arrival(1)).forEach(queue::put);
        Future<Boolean> fourth = putElsewhere(arrival(1));
        assertThat(fourth).isNotDone();

        queue.take(1, PATIENCE);

        await().until(fourth::isDone);
        assertThat(fourth.resultNow()).isTrue();
    }

    @Test
    void blocksWhoeverPutsWhileItIsFullByBytes() throws InterruptedException {
        queue.put(arrival(20_000));
        Future<Boolean> second = putElsewhere(arrival(1));
        assertThat(second).isNotDone();

        assertThat(queue.take(5, PATIENCE)).hasSize(1);

        await().until(second::isDone);
        assertThat(second.resultNow()).isTrue();
    }

    @Test
    void countsTheBytesOfMessages() {
        Arrival first = message(1, Precedence.ROUTINE);
        InboundQueue small = new InboundQueue(100, 2L * first.sizeBytes(), ticks::get);
        small.refuseWhenFull();

        assertThat(small.put(first)).isTrue();
        assertThat(small.put(message(2, Precedence.ROUTINE))).isTrue();
        assertThat(small.put(message(3, Precedence.ROUTINE))).isFalse();
    }

    @Test
    void waitsNoLongerThanItsPatience() throws InterruptedException {
        assertThat(queue.take(5, Duration.ofMillis(1))).isEmpty();
    }

    @Test
    void letsBlockedOnesGoWhenItClosesAndStillGivesWhatItHas() throws InterruptedException {
        List.of(arrival(1), arrival(1), arrival(1)).forEach(queue::put);
        Future<Boolean> fourth = putElsewhere(arrival(1));

        queue.close();

        await().until(fourth::isDone);
        assertThat(fourth.resultNow()).isFalse();
        assertThat(queue.put(arrival(1))).isFalse();
        assertThat(queue.take(5, PATIENCE)).hasSize(3);
        assertThat(queue.take(5, PATIENCE)).isEmpty();
    }

    @Test
    void refusesInsteadOfBlockingOnceItIsToldTo() throws InterruptedException {
        List.of(arrival(1), arrival(1), arrival(1)).forEach(queue::put);
        Future<Boolean> fourth = putElsewhere(arrival(1));

        queue.refuseWhenFull();

        await().until(fourth::isDone);
        assertThat(fourth.resultNow()).isFalse();
    }

    /** It would overtake what was refused and is sent again. */
    @Test
    void takesNothingAfterWhatItHasRefused() throws InterruptedException {
        queue.refuseWhenFull();
        List.of(arrival(1), arrival(1), arrival(1)).forEach(queue::put);
        assertThat(queue.put(arrival(1))).isFalse();
        queue.take(1, PATIENCE);

        assertThat(queue.put(arrival(1))).isFalse();
    }

    /** A transport that waited would hold up what goes between others. */
    @Test
    void refusesWhatIsOfferedWhenNothingWasTakenForLongAndTakesItWhenThereIsRoom() throws InterruptedException {
        List.of(arrival(1), arrival(1), arrival(1)).forEach(queue::putUnlessStuck);
        assertThat(queue.takes()).as("it may move yet").isTrue();
        ticks.addAndGet(InboundQueue.STUCK.toNanos());

        assertThat(queue.takes()).isFalse();
        assertThat(queue.putUnlessStuck(arrival(1))).isFalse();

        assertThat(queue.take(2, PATIENCE)).hasSize(2);
        assertThat(queue.takes())
                .as("what was refused would come again beside the one that waits")
                .isFalse();
        assertThat(queue.putUnlessStuck(arrival(1))).isFalse();
        assertThat(queue.put(arrival(1))).as("of which nobody has another").isTrue();
        assertThat(queue.take(2, PATIENCE)).hasSize(2);

        assertThat(queue.takes()).isTrue();
        List.of(arrival(1), arrival(1), arrival(1))
                .forEach(each -> assertThat(queue.putUnlessStuck(each)).isTrue());
        assertThat(queue.takes()).as("full since now").isTrue();
    }

    @Test
    void letsWhoOffersWaitWhileItMoves() throws InterruptedException {
        CompletableFuture<Boolean> fourth = new CompletableFuture<>();
        InboundQueue patient = new InboundQueue(3, 10_000, () -> 0);
        List.of(arrival(1), arrival(1), arrival(1)).forEach(patient::put);
        Thread thread = Thread.ofPlatform().daemon().start(() -> fourth.complete(patient.putUnlessStuck(arrival(1))));
        await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);

        patient.take(1, PATIENCE);

        await().until(fourth::isDone);
        assertThat(fourth.resultNow()).isTrue();
    }

    /** Nobody sends it again, and nothing else depends on it. */
    @Test
    void leavesOutWhatItHasNoRoomForAtOnceAndTakesWhatComesLater() throws InterruptedException {
        List.of(arrival(1), arrival(1), arrival(1)).forEach(queue::offer);

        assertThat(queue.offer(arrival(1))).isFalse();

        queue.take(1, PATIENCE);
        assertThat(queue.put(arrival(1))).isTrue();
        queue.close();
        assertThat(queue.offer(arrival(1))).isFalse();
        assertThat(queue.takes()).isFalse();
    }

    @Test
    void endsAPauseWhenItCloses() {
        Future<Boolean> pause = CompletableFuture.supplyAsync(() -> {
            try {
                queue.pause(Duration.ofDays(1));
                return true;
            } catch (InterruptedException e) {
                return false;
            }
        });

        queue.close();

        await().until(pause::isDone);
        assertThat(pause.resultNow()).isTrue();
    }

    @Test
    void givesOneAtATimeHoweverFewBytesItMayHold() throws InterruptedException {
        InboundQueue small = new InboundQueue(3, 1, ticks::get);
        Arrival arrival = arrival(100);
        small.put(arrival);

        assertThat(small.take(5, PATIENCE)).containsExactly(arrival);
    }

    @Test
    void saysHowManyItHasDropped() throws InterruptedException {
        List.of(arrival(1), arrival(1)).forEach(queue::put);
        assertThat(queue.isDropped()).isFalse();
        assertThat(queue.isClosed()).isFalse();

        assertThat(queue.drop()).isEqualTo(2);

        assertThat(queue.isDropped()).isTrue();
        assertThat(queue.isClosed()).isTrue();
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.take(5, PATIENCE)).isEmpty();
    }

    private Future<Boolean> putElsewhere(Arrival arrival) {
        CompletableFuture<Boolean> result = new CompletableFuture<>();
        Thread thread = Thread.ofPlatform().daemon().start(() -> result.complete(queue.put(arrival)));
        await().until(() -> result.isDone() || thread.getState() == Thread.State.WAITING);
        return result;
    }

    private static Arrival arrival(int bytes) {
        return new Malformed("test", ErrorCode.MALFORMED_ENVELOPE, "", new byte[bytes]);
    }
}
