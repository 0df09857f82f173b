package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.receive.Arrival.Malformed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The queue between the threads of the transports and that of the inbox writer. */
class InboundQueueThreadsTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration LONG = Duration.ofHours(1);
    private static final Arrival ARRIVAL = new Malformed("test", ErrorCode.MALFORMED_ENVELOPE, "", new byte[1]);

    private final InboundQueue queue = new InboundQueue(3, 10_000, () -> 0);

    /** Something that is done with a queue. */
    interface Call {
        void to(InboundQueue queue) throws InterruptedException;
    }

    record Named(String name, Call call) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Named> calls() {
        return Stream.of(
                new Named("put", queue -> assertThat(queue.put(ARRIVAL)).isTrue()),
                new Named(
                        "take",
                        queue -> assertThat(queue.take(1, Duration.ZERO)).isEmpty()),
                new Named("pause", queue -> queue.pause(Duration.ZERO)),
                new Named("refuse", InboundQueue::refuseWhenFull),
                new Named("close", InboundQueue::close),
                new Named("drop", queue -> assertThat(queue.drop()).isZero()),
                new Named("isDropped", queue -> assertThat(queue.isDropped()).isFalse()),
                new Named("isEmpty", queue -> assertThat(queue.isEmpty()).isTrue()),
                new Named("isClosed", queue -> assertThat(queue.isClosed()).isFalse()));
    }

    private static <T> T elsewhere(Callable<T> call) throws InterruptedException {
        FutureTask<T> task = new FutureTask<>(call);
        assertThat(Thread.ofPlatform().daemon().start(task).join(SOON)).isTrue();
        return task.resultNow();
    }

    @ParameterizedTest
    @MethodSource("calls")
    void isFreeForOthersAfterEachCall(Named each) throws InterruptedException {
        each.call().to(queue);

        assertThat(elsewhere(queue::isEmpty)).isEqualTo(!"put".equals(each.name()));
    }

    /** Runs the call on another thread, which waits inside it when this returns. */
    private static <T> FutureTask<T> waiting(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread thread = Thread.ofPlatform().daemon().start(task);
        await().atMost(SOON).until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        return task;
    }

    @Test
    void givesAnArrivalAtOnceToTheOneWhoWaitsForIt() {
        FutureTask<List<Arrival>> taking = waiting(() -> queue.take(5, LONG));

        assertThat(queue.put(ARRIVAL)).isTrue();

        await().atMost(SOON).until(taking::isDone);
        assertThat(taking.resultNow()).containsExactly(ARRIVAL);
    }

    @Test
    void letsTheOneGoWhoWaitsForAnArrivalWhenItCloses() {
        FutureTask<List<Arrival>> taking = waiting(() -> queue.take(5, LONG));

        queue.close();

        await().atMost(SOON).until(taking::isDone);
        assertThat(taking.resultNow()).isEmpty();
    }

    @Test
    void pausesUntilItCloses() {
        FutureTask<Boolean> pausing = waiting(() -> {
            queue.pause(LONG);
            return true;
        });
        assertThat(pausing.isDone()).isFalse();

        queue.close();

        await().atMost(SOON).until(pausing::isDone);
    }

    @Test
    void goesOnPausingWhenRoomIsMade() throws InterruptedException {
        assertThat(queue.put(ARRIVAL)).isTrue();
        FutureTask<Boolean> pausing = new FutureTask<>(() -> {
            queue.pause(LONG);
            return true;
        });
        Thread thread = Thread.ofPlatform().daemon().start(pausing);
        await().atMost(SOON).until(() -> thread.getState() == Thread.State.TIMED_WAITING);

        assertThat(queue.take(1, LONG)).hasSize(1);

        await().atMost(SOON).until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        assertThat(pausing.isDone()).isFalse();
        queue.close();
        await().atMost(SOON).until(pausing::isDone);
    }

    @Test
    void letsAllGoWhoWaitForRoomWhenThereIsRoomForAll() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            assertThat(queue.put(ARRIVAL)).isTrue();
        }
        List<FutureTask<Boolean>> putting = Stream.of(1, 2, 3)
                .map(any -> {
                    FutureTask<Boolean> task = new FutureTask<>(() -> queue.put(ARRIVAL));
                    Thread thread = Thread.ofPlatform().daemon().start(task);
                    await().atMost(SOON).until(() -> thread.getState() == Thread.State.WAITING);
                    return task;
                })
                .toList();

        assertThat(queue.take(3, LONG)).hasSize(3);

        putting.forEach(task -> await().atMost(SOON).until(task::isDone));
        assertThat(putting).allMatch(FutureTask::resultNow);
    }
}
