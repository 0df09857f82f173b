package org.c4igateway.dbbridge.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.watch.LoopState;
import org.junit.jupiter.api.Test;

/** How the thread that routes ends, what it waits out, and what its supervision shows. */
class PublicationEndTest extends RoutingThreadFixture {
    /** Longer than any turn may take. */
    private static final Duration HANG = Duration.ofHours(1);

    private final AtomicReference<Thread> worker = new AtomicReference<>();
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    @Test
    void endsItsThreadAndItsSignalWhenItIsClosed() {
        beforeRouting = () -> worker.set(Thread.currentThread());
        PublicationThread thread = thread();
        thread.start();
        await().atMost(PATIENCE).until(() -> calls.get() >= 4);
        assertThat(signal.listeners()).isEqualTo(1);
        assertThat(loopStates()).extracting(LoopState::name).containsExactly("publications");

        thread.close();

        assertThat(worker.get().isAlive()).isFalse();
        assertThat(signal.listeners()).isZero();
        assertThat(loopStates()).isEmpty();
        assertThat(warnings()).isEmpty();
        assertThat(faults).isEmpty();
    }

    /** What closes it may end the lease next, behind which the statement runs. */
    @Test
    void waitsForTheStatementUnderWayWhenItIsClosed() throws InterruptedException {
        Thread closer = Thread.currentThread();
        beforeRouting = () -> {
            worker.set(Thread.currentThread());
            held.countDown();
            await().pollInSameThread()
                    .atMost(PATIENCE)
                    .until(() -> closer.getState() == Thread.State.TIMED_WAITING && release.getCount() == 0);
        };
        PublicationThread thread = thread();
        thread.start();
        assertThat(held.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

        release.countDown();
        thread.close();

        assertThat(worker.get().isAlive()).isFalse();
        assertThat(warnings()).isEmpty();
    }

    @Test
    void isClosedWithoutHavingStarted() {
        PublicationThread thread = thread();

        thread.close();

        assertThat(loopStates()).isEmpty();
        assertThat(warnings()).isEmpty();
    }

    @Test
    void keepsTheInterruptOfWhoClosesIt() throws InterruptedException {
        PublicationThread thread = held();

        Thread.currentThread().interrupt();
        thread.close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(loopStates()).isEmpty();
        release.countDown();
        assertThat(worker.get().join(PATIENCE)).isTrue();
    }

    @Test
    void isAliveWhileItHasNotStarted() {
        try (PublicationThread _ = thread()) {
            nanos.addAndGet(HANG.toNanos());

            assertThat(loopStates()).singleElement().returns(true, LoopState::alive);
        }
    }

    @Test
    void isNotAliveWhileAStatementHangs() throws InterruptedException {
        try (PublicationThread _ = held()) {
            nanos.addAndGet(HANG.toNanos());
            assertThat(loopStates()).singleElement().returns(false, LoopState::alive);

            release.countDown();
            signal.wake();

            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(loopStates()).singleElement().returns(true, LoopState::alive));
        }
    }

    /** The pause grows from fault to fault, and is the first again after a turn that went through. */
    @Test
    void goesOnAfterAPassingFaultAndForgetsItAfterASuccess() {
        List<String> systems = List.of("BRAVO", "CHARLIE", "DELTA");
        AtomicReference<Boolean> failed = new AtomicReference<>(false);
        beforeRegister = () -> {
            if (failed.getAndUpdate(last -> !last)) {
                return;
            }
            throw new SQLException("the connection was lost", "08006");
        };
        systems.forEach(system -> destinations.add(new SystemName(system)));
        try (PublicationThread thread = thread()) {
            thread.start();
            // Topics twice, and the rest of the first turn.
            await().atMost(PATIENCE).until(() -> calls.get() >= 5);
            for (int i = 0; i < systems.size(); i++) {
                List<String> expected = systems.subList(0, i + 1);
                announce(thread, systems.get(i), Duration.ZERO);
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(subscribers()).isEqualTo(expected));
            }
        }

        assertThat(warnings()).hasSize(1 + systems.size());
        assertThat(warnings()).allSatisfy(line -> assertThat(pauseMillis(line)).isLessThanOrEqualTo(100));
        assertThat(faults).isEmpty();
    }

    @Test
    void endsWhenAnotherNodeHasTakenOver() {
        beforeRouting = () -> {
            throw new SQLException("another node is active", "C4010");
        };
        try (PublicationThread thread = thread()) {
            thread.start();

            await().atMost(PATIENCE).until(() -> !faults.isEmpty());
            assertThat(loopStates())
                    .singleElement()
                    .returns(false, LoopState::alive)
                    .extracting(LoopState::problem)
                    .asString()
                    .contains("another node is active");
        }
        assertThat(faults).singleElement().returns(ErrorCode.FENCED, fault -> fault.errorCode());
    }

    @Test
    void endsByADefectAndReportsIt() {
        IllegalStateException defect = new IllegalStateException("wrong");
        beforeRouting = () -> {
            throw defect;
        };
        try (PublicationThread thread = thread()) {
            thread.start();

            await().atMost(PATIENCE).until(() -> !faults.isEmpty());
            assertThat(loopStates())
                    .singleElement()
                    .returns(false, LoopState::alive)
                    .extracting(LoopState::problem)
                    .asString()
                    .contains("wrong");
        }
        assertThat(faults)
                .singleElement()
                .returns(ErrorCode.DEFECT, fault -> fault.errorCode())
                .returns(defect, fault -> fault.getCause());
    }

    @Test
    void endsWhileItWaitsOutAFault() {
        beforeRouting = () -> {
            worker.set(Thread.currentThread());
            throw new SQLException("the connection was lost", "08006");
        };
        PublicationThread thread = thread();
        thread.start();
        await().atMost(PATIENCE).until(() -> !warnings().isEmpty());

        thread.close();

        assertThat(worker.get().isAlive()).isFalse();
        assertThat(faults).isEmpty();
    }

    /** A thread in a statement that goes on until {@link #release}. */
    private PublicationThread held() throws InterruptedException {
        beforeRouting = () -> {
            worker.set(Thread.currentThread());
            held.countDown();
            Throwable interrupted = catchThrowable(() -> release.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
            assertThat(interrupted).isNull();
        };
        PublicationThread thread = thread();
        thread.start();
        assertThat(held.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return thread;
    }

    private static long pauseMillis(String line) {
        var pause = Pattern.compile("waits (\\d+) ms").matcher(line);
        assertThat(pause.find()).as(line).isTrue();
        return Long.parseLong(pause.group(1));
    }
}
