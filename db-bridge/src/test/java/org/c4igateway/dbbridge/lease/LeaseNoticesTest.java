package org.c4igateway.dbbridge.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.core.watch.Loop;
import org.c4igateway.core.watch.LoopState;
import org.c4igateway.core.watch.Loops;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The calls of a listener, without a database. */
class LeaseNoticesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration LONG = Duration.ofHours(1);

    private final AtomicLong nanos = new AtomicLong();
    private final Loops loops = new Loops(new SimpleMeterRegistry(), InstantSource.system(), nanos::get, fault -> {});
    private final Loop notice = loops.add("lease listener", LIMIT);
    private final Loop preparation = loops.add("lease preparation", LONG);
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final LeaseListener listener = new LeaseListener() {
        @Override
        public void prepare() {
            event("prepare");
        }

        @Override
        public void activated(long epoch) {
            event("active " + epoch);
        }

        @Override
        public void stoodDown(String reason) {
            event("down: " + reason);
        }
    };
    private final LeaseNotices notices =
            new LeaseNotices(listener, () -> event("gives back"), notice, preparation, "c4i-lease-listener");
    private final ExecutorService elsewhere = Executors.newVirtualThreadPerTaskExecutor();
    private volatile String fails = "";
    private volatile String waits = "nothing waits";
    private final CountDownLatch goOn = new CountDownLatch(1);

    @AfterEach
    void close() {
        goOn.countDown();
        notices.close("the test is over");
        elsewhere.close();
    }

    private void event(String event) {
        events.add(event);
        if (event.equals(waits)) {
            await().atMost(PATIENCE).until(() -> goOn.getCount() == 0);
        }
        if (event.equals(fails)) {
            throw new IllegalStateException("as the test wants");
        }
    }

    private void awaitEvents(String... expected) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(events).containsExactly(expected));
    }

    /** @return whether all loops are alive although nothing has happened for longer than any of them may take */
    private boolean rest() {
        nanos.addAndGet(LONG.multipliedBy(2).toNanos());
        return loops.states().stream().allMatch(LoopState::alive);
    }

    @Test
    void preparesAndIsActiveAndStandsDownInThisOrder() {
        notices.activated(7);
        notices.stoodDown("lost");
        notices.activated(8);

        awaitEvents("prepare", "active 7", "down: lost", "prepare", "active 8");
    }

    @Test
    void tellsNobodyThatItStandsDownWhoWasNotActive() {
        notices.stoodDown("lost");
        notices.activated(7);
        notices.stoodDown("lost");
        notices.stoodDown("lost again");

        notices.close("closed");

        assertThat(events).containsExactly("prepare", "active 7", "down: lost");
    }

    @Test
    void standsDownWhenItCloses() {
        notices.activated(7);

        notices.close("closed");

        assertThat(events).containsExactly("prepare", "active 7", "down: closed");
        assertThat(loops.states()).as("its loops have ended").isEmpty();
    }

    @Test
    void waitsForTheListenerWhenItCloses() {
        waits = "down: closed";
        notices.activated(7);
        Future<?> closing = elsewhere.submit(() -> notices.close("closed"));
        await().atMost(PATIENCE).until(() -> events.contains("down: closed"));
        assertThat(closing).isNotDone();

        goOn.countDown();

        await().atMost(PATIENCE).until(closing::isDone);
    }

    @Test
    void givesBackWhenItCannotPrepare() {
        fails = "prepare";
        notices.activated(7);

        awaitEvents("prepare", "gives back");
    }

    @Test
    void givesBackWhenItCannotBecomeActiveAndStandsDown() {
        fails = "active 7";
        notices.activated(7);
        notices.stoodDown("becoming active failed");

        awaitEvents("prepare", "active 7", "gives back", "down: becoming active failed");
    }

    @Test
    void goesOnWhenItCannotStandDown() {
        fails = "down: lost";
        notices.activated(7);
        notices.stoodDown("lost");
        notices.activated(8);

        awaitEvents("prepare", "active 7", "down: lost", "prepare", "active 8");
    }

    @Test
    void restsWhenNothingIsUnderWay() {
        assertThat(rest()).isTrue();

        notices.activated(7);
        awaitEvents("prepare", "active 7");
        await("after it became active").atMost(PATIENCE).until(this::rest);

        notices.between(PATIENCE, () -> event("task"));
        assertThat(rest()).as("after a task").isTrue();

        notices.stoodDown("lost");
        awaitEvents("prepare", "active 7", "task", "down: lost");
        await().atMost(PATIENCE).until(this::rest);
    }

    @Test
    void isNotAliveWhileTheListenerTakesTooLong() {
        waits = "active 7";
        notices.activated(7);
        await().atMost(PATIENCE).until(() -> events.contains("active 7"));

        assertThat(rest()).isFalse();
    }

    @Test
    void runsATaskBetweenNoticesAndWaitsForIt() {
        waits = "task";
        notices.activated(7);
        Future<?> between = elsewhere.submit(() -> notices.between(PATIENCE, () -> event("task")));
        await().atMost(PATIENCE).until(() -> events.contains("task"));
        assertThat(between).isNotDone();

        goOn.countDown();
        await().atMost(PATIENCE).until(between::isDone);

        assertThat(events).containsExactly("prepare", "active 7", "task");
    }

    /** It has begun, so the caller waits longer than its patience. */
    @Test
    void waitsForATaskThatHasBegunHoweverLongItTakes() {
        waits = "task";
        AtomicBoolean ended = new AtomicBoolean();
        Thread caller = Thread.ofPlatform().daemon().start(() -> {
            notices.between(Duration.ofMillis(500), () -> event("task"));
            ended.set(events.contains("task over"));
        });
        await().atMost(PATIENCE).until(() -> events.contains("task"));
        await("the patience is over").atMost(PATIENCE).until(() -> caller.getState() == Thread.State.WAITING);

        events.add("task over");
        goOn.countDown();

        await().atMost(PATIENCE).until(() -> !caller.isAlive());
        assertThat(ended).isTrue();
    }

    @Test
    void leavesATaskOutThatCannotBeginInTime() {
        waits = "active 7";
        notices.activated(7);
        notices.between(Duration.ofMillis(1), () -> event("task"));
        goOn.countDown();
        notices.stoodDown("lost");

        awaitEvents("prepare", "active 7", "down: lost");
    }

    @Test
    void givesBackWhenATaskFails() {
        fails = "task";
        notices.activated(7);

        notices.between(PATIENCE, () -> event("task"));

        awaitEvents("prepare", "active 7", "task", "gives back");
    }

    @Test
    void runsNoTaskOnceItIsClosed() {
        notices.close("closed");

        notices.between(PATIENCE, () -> event("task"));

        assertThat(events).isEmpty();
    }

    /** A beat that took the lease may end after that. */
    @Test
    void tellsNobodyThatItIsActiveOnceItIsClosed() {
        notices.close("closed");

        notices.activated(7);
        notices.stoodDown("lost");

        assertThat(events).isEmpty();
    }

    @Test
    void keepsTheInterruptOfWhoeverWaits() {
        waits = "task";
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread caller = Thread.ofVirtual().start(() -> {
            notices.between(PATIENCE, () -> event("task"));
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        await().atMost(PATIENCE).until(() -> events.contains("task"));

        caller.interrupt();

        await().atMost(PATIENCE).until(() -> !caller.isAlive());
        assertThat(interrupted).isTrue();
    }
}
