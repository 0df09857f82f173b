package org.c4igateway.dbbridge.publish;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.c4igateway.core.fault.BackOff;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.AnnouncementListener;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.OutboxSignal;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.watch.Loop;
import org.c4igateway.core.watch.Loops;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of an active node that records subscriptions and routes what is published. Waits for a signal of its own,
 * which {@code c4i.publish} sends while this thread does not poll anyway, and polls slowly for what sent none.
 * {@link #announced} and {@link #wake} may be called by any thread and do not block.
 */
public final class PublicationThread implements AnnouncementListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PublicationThread.class);
    /** Longest turn: each statement gives up earlier. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Duration RETRY = Duration.ofMillis(100);
    private static final Duration MAX_RETRY = Duration.ofSeconds(5);
    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(3);

    private final SubscriberRegister register;
    private final PublicationRouting routing;
    private final RoutingPace pace;
    private final Duration unclaimedTimeout;
    private final Admission admission;
    private final OutboxSignal signal;
    private final Consumer<GatewayException> onFatal;
    private final AnnouncedSystems announcements;
    private final Semaphore wakeUps = new Semaphore(0);
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final Loop supervised;
    private final Thread thread;
    private boolean topicsRecorded;
    private OutboxSignal.@Nullable Registration listening;

    /**
     * How often it looks.
     *
     * @param unclaimedTimeout how long a message waits for a subscriber
     * @param fastPoll pause between polls while messages come
     * @param idlePoll pause between polls while none come; the signal ends it early
     */
    public record Pace(Duration unclaimedTimeout, Duration fastPoll, Duration idlePoll) {}

    /**
     * An announcement and who brought it.
     *
     * @param transport name of the transport
     * @param node the announcement
     */
    public record Announced(String transport, NodeAnnouncement node) {}

    /** Decides which announcements count. */
    public interface Admission {
        /** Any thread; does not block; true for a bounded number of systems. */
        boolean isRecorded(Announced told);

        /** Makes it a destination if it is none. Called on the thread of this class; does not block. */
        void join(Announced told);
    }

    /**
     * @param signal of what is published; stays the caller's
     * @param admission which announcements count
     * @param onFatal called once when the thread stops for good; must not block
     */
    public PublicationThread(
            SubscriberRegister register,
            PublicationRouting routing,
            Pace pace,
            OutboxSignal signal,
            Admission admission,
            Loops loops,
            Consumer<GatewayException> onFatal) {
        this.register = register;
        this.routing = routing;
        this.unclaimedTimeout = pace.unclaimedTimeout();
        this.pace = new RoutingPace(pace, System.nanoTime());
        this.signal = signal;
        this.admission = admission;
        this.announcements = new AnnouncedSystems(admission);
        this.onFatal = onFatal;
        this.supervised = loops.add("publications", PATIENCE);
        supervised.rest();
        this.thread = Thread.ofPlatform().name("c4i-publications").unstarted(this::run);
    }

    /** Once. */
    public void start() {
        listening = signal.listen(this::wake);
        thread.start();
    }

    @Override
    public void announced(String transport, NodeAnnouncement announcement) {
        if (announcements.take(new Announced(transport, announcement))) {
            wake();
        }
    }

    /** That system may have become a destination: what it announced before counts now. Any thread; does not block. */
    public void reconsider(SystemName system) {
        if (announcements.reconsider(system)) {
            wake();
        }
    }

    private void wake() {
        if (wakeUps.availablePermits() == 0) {
            wakeUps.release();
        }
    }

    /** Ends the thread after its present statement; waits for it for a few seconds. */
    @Override
    public void close() {
        stopping.countDown();
        wake();
        if (listening != null) {
            listening.close();
        }
        try {
            if (thread.getState() != Thread.State.NEW && !thread.join(CLOSE_PATIENCE)) {
                LOG.warn("The routing of publications did not end in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        supervised.close();
    }

    private void run() {
        BackOff backOff = new BackOff(RETRY, MAX_RETRY);
        try {
            while (stopping.getCount() > 0) {
                supervised.beat();
                try {
                    turn();
                    backOff.reset();
                } catch (GatewayException.Transient e) {
                    long pauseMillis = backOff.nextMillis();
                    LOG.warn("The routing of publications waits {} ms: {}", pauseMillis, e.getMessage());
                    if (stopping.await(pauseMillis, TimeUnit.MILLISECONDS)) {
                        return;
                    }
                }
            }
        } catch (InterruptedException e) {
            LOG.info("The routing of publications was interrupted");
        } catch (GatewayException e) {
            supervised.end(String.valueOf(e.getMessage()));
            onFatal.accept(e);
        } catch (RuntimeException | Error e) {
            supervised.end(String.valueOf(e));
            onFatal.accept(new GatewayException.Fatal(
                    ErrorCode.DEFECT,
                    "routing of publications: " + e,
                    "Restart the node and report the stack trace.",
                    e));
        }
    }

    /** Records first, so that a subscriber that is here gets what is routed next. */
    private void turn() throws InterruptedException {
        if (!topicsRecorded) {
            register.recordTopics();
            topicsRecorded = true;
        }
        List<Announced> told = announcements.news();
        for (Announced one : told) {
            admission.join(one);
            register.record(one.transport(), one.node());
            announcements.recorded(one);
        }
        int work = routing.route();
        long now = System.nanoTime();
        if (!told.isEmpty() || pace.isTidyDue(now)) {
            work += routing.copyLookBack();
            endUnclaimed(now);
            pace.tidied(now, work > 0);
        }
        if (work > 0) {
            pace.worked(now);
            signal.rowsSeen();
        } else {
            boolean _ =
                    wakeUps.tryAcquire(pace.pause(signal.tellsEachCommit(), now).toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private void endUnclaimed(long nowNanos) {
        int ended = routing.endUnclaimed(pace.unclaimedPatience(nowNanos));
        if (ended > 0) {
            LOG.warn(
                    "{} published messages ended because nobody subscribed within {} or before they expired; see"
                            + " c4i.publication_status and codes {} and {}",
                    ended,
                    unclaimedTimeout,
                    ErrorCode.NO_SUBSCRIBER.code(),
                    ErrorCode.EXPIRED.code());
        }
    }
}
