package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;
import static org.c4igateway.core.flow.OutboundFixture.CHARLIE;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.AnnouncementListener;
import org.c4igateway.core.flow.ArrivalObjectives;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.flow.DeliveryTrace;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.flow.OutboundFixture;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.OutboxSignal;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.Faults;
import org.c4igateway.core.testkit.VirtualTime;
import org.c4igateway.core.watch.Loops;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/**
 * A sender to BRAVO on its thread, whose pauses last an hour: only what ends a pause makes it go on. The time of the
 * rows stands still, so that no poll is due.
 */
abstract class SenderThreadFixture {
    static final Duration SOON = Duration.ofSeconds(60);
    static final Duration LONG = Duration.ofHours(1);

    final OutboundFixture fixture = new OutboundFixture(true, BRAVO, CHARLIE);
    final VirtualTime clock = new VirtualTime();
    /** How often it has shown that it is alive: once in each turn. */
    final AtomicInteger beats = new AtomicInteger();

    final Loops loops = new Loops(fixture.meters, clock, this::beat, fault -> {});
    final List<GatewayException> fatal = new CopyOnWriteArrayList<>();
    final AtomicInteger sends = new AtomicInteger();
    final AtomicInteger rowsSeen = new AtomicInteger();
    final AtomicBoolean tellsEachCommit = new AtomicBoolean();
    private final OutboxSignal signal = new OutboxSignal() {
        @Override
        public Registration listen(Runnable wake, IntSupplier readers) {
            return () -> {};
        }

        @Override
        public void rowsSeen() {
            rowsSeen.incrementAndGet();
        }

        @Override
        public boolean tellsEachCommit() {
            return tellsEachCommit.get();
        }
    };
    final CountDownLatch mayBegin = new CountDownLatch(1);
    volatile @Nullable Thread thread;
    volatile @Nullable Executor beside;
    final SenderThread sender = sender(Duration.ofMillis(1));

    private long beat() {
        beats.incrementAndGet();
        return clock.getAsLong();
    }

    /** @param retryPause pause while the database is away */
    final SenderThread sender(Duration retryPause) {
        return sender(retryPause, LONG);
    }

    /** @param fastPoll pause between turns for a while after there was work */
    final SenderThread sender(Duration retryPause, Duration fastPoll) {
        fixture.signal(signal);
        fixture.restartFor(BRAVO);
        fixture.transport.insideSend(sends::incrementAndGet);
        return new SenderThread(
                "sim-BRAVO",
                executor -> {
                    thread = Thread.currentThread();
                    beside = executor;
                    awaitUninterruptibly(mayBegin);
                    fixture.beside(executor);
                    return fixture.group();
                },
                parts(retryPause, fastPoll),
                signal,
                new OutboundMeters(fixture.meters, "sim", "thread"),
                fatal::add);
    }

    final DataPathParts parts(Duration retryPause, Duration fastPoll) {
        FlowSettings settings = new FlowSettings(
                100, 100_000, 20, LONG, LONG, LONG, fastPoll, LONG, 100, 100_000, 50, retryPause, Duration.ofHours(2));
        return new DataPathParts(
                new SystemName("ALPHA"),
                new MessageRules(Drafts.CATALOGUE, 1_000, PayloadCheck.NONE, clock),
                SubscriptionFilter.NONE,
                EdgeText.UTF_8,
                settings,
                ArrivalObjectives.DEFAULTS,
                fixture.meters,
                loops,
                AnnouncementListener.NONE,
                DeliveryTrace.NONE,
                StepListener.NONE);
    }

    @AfterEach
    void close() {
        mayBegin.countDown();
        fixture.outbox.faults(Faults.NONE);
        sender.close();
    }

    /** Starts it; it has read an empty outbox and pauses then. */
    final void startIdle() {
        mayBegin.countDown();
        sender.start();
        await().atMost(SOON).until(() -> fixture.outbox.fetches() > 0);
        awaitPause();
    }

    final void awaitPause() {
        await().atMost(SOON).until(() -> {
            Thread running = thread;
            return running != null && running.getState() == Thread.State.TIMED_WAITING;
        });
    }

    /** Makes a row visible without telling anybody. */
    final Message commit(SystemName destination) {
        Message row = Drafts.message(fixture.outbox.nextSequence(), destination);
        fixture.outbox.commit(row);
        return row;
    }

    /** Commits a row to BRAVO that is sent and not confirmed. */
    final void send() {
        int before = sends.get();
        commit(BRAVO);
        sender.wake();
        await().atMost(SOON).until(() -> sends.get() > before);
    }

    /** Drains on another thread, which waits for the sender when this returns. */
    final Thread draining(Duration patience) {
        Thread draining = Thread.ofPlatform().daemon().start(() -> sender.drain(patience));
        await().atMost(SOON).until(() -> draining.getState() == Thread.State.TIMED_WAITING);
        return draining;
    }

    static void awaitEndOf(@Nullable Thread ending) throws InterruptedException {
        assertThat(ending).isNotNull();
        if (ending != null) {
            assertThat(ending.join(SOON)).isTrue();
        }
    }

    static GatewayException away() {
        return new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, "away", null);
    }

    /** The database is away from now on. @return counted down when it was asked */
    final CountDownLatch databaseIsAway() {
        CountDownLatch asked = new CountDownLatch(1);
        fixture.outbox.faults(new Faults() {
            @Override
            public void before(String call) {
                asked.countDown();
                throw away();
            }
        });
        return asked;
    }

    static Receipt receipt(long first, long last) {
        return new Receipt(BRAVO, Drafts.ORIGIN, List.of(new SequenceRange(first, last)), List.of());
    }

    static void awaitUninterruptibly(CountDownLatch latch) {
        boolean open = false;
        while (!open) {
            try {
                latch.await();
                open = true;
            } catch (InterruptedException e) {
                // As a driver of a database that does not notice it.
            }
        }
    }
}
