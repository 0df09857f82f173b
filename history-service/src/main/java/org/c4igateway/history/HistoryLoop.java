package org.c4igateway.history;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.watch.Loop;
import org.c4igateway.dds.api.cdr.WireCodec;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.topics.Topic;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread of a service: reads what is kept, joins the domain, and from then on stores what arrives and gives it
 * to readers, each batch in this order, so that no reader has seen what a crash could take from the history. While the
 * database is away the batch in hand waits, and after it what arrives, up to its bound.
 */
final class HistoryLoop {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryLoop.class);
    private static final Duration IDLE = Duration.ofMillis(200);
    private static final Duration HELD_UP = Duration.ofMillis(10);
    private static final Duration RETRY = Duration.ofMillis(500);
    private static final Duration LOOK_FOR_OUTLIVED = Duration.ofSeconds(10);

    private final HistoryPlan plan;
    private final HistoryStore store;
    private final HistoryMeters meters;
    private final InstantSource time;
    private final Consumer<GatewayException> onFatal;
    private final Arrivals arrivals;
    private final Map<String, TopicChannel> channels = new LinkedHashMap<>();
    private final WireCodec<KmtfMessage> codec = WireType.MESSAGE.newCodec();
    private final Disposals disposals = new Disposals();
    private final CountDownLatch ending = new CountDownLatch(1);
    private @Nullable HistoryDomain domain;
    private @Nullable Change change;
    private long lastId;
    private Instant lastLook = Instant.MIN;
    private volatile boolean serving;
    private volatile String problem = "the history is not read yet";

    /** @param onFatal stops the process; any thread, must not block */
    HistoryLoop(
            HistoryPlan plan,
            HistoryStore store,
            HistoryMeters meters,
            InstantSource time,
            Consumer<GatewayException> onFatal) {
        this.plan = plan;
        this.store = store;
        this.meters = meters;
        this.time = time;
        this.onFatal = onFatal;
        HistoryProperties.Waiting most = plan.settings().waiting();
        this.arrivals = new Arrivals(most.samples(), most.bytes().toBytes(), meters);
        for (Topic topic : plan.topics()) {
            channels.put(topic.id(), new TopicChannel(plan, topic, System::nanoTime));
        }
        meters.show(channels.values(), arrivals);
    }

    /** The service is to end, and has not read its history yet. */
    private static final class EndedException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** What a batch changes in the database, and what readers are given after that. */
    private record Change(List<KeptSample> added, List<Long> removed, List<Runnable> after) {
        Change() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    /** Turns until {@link #end}. */
    void run(Loop loop) {
        try {
            while (ending.getCount() > 0) {
                loop.beat();
                turnOrPause(loop);
            }
        } catch (EndedException e) {
            LOG.info("Ends before the history was read");
        } catch (GatewayException.Fatal e) {
            loop.end(String.valueOf(e.getMessage()));
            onFatal.accept(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            serving = false;
            if (domain != null) {
                domain.close();
            }
            store.close();
        }
    }

    /** Lets {@link #run} return. */
    void end() {
        ending.countDown();
    }

    private void turnOrPause(Loop loop) throws InterruptedException {
        try {
            if (domain == null) {
                domain = open(loop);
                LOG.info(
                        "Keeps {} topics; late readers find them in the partition '{}'",
                        channels.size(),
                        plan.partition());
            }
            turn();
            problem = "";
            serving = true;
        } catch (GatewayException.Transient e) {
            String before = problem;
            problem = String.valueOf(e.getMessage());
            if (!problem.equals(before)) {
                LOG.warn("Waiting for the database that c4i.database.url names: {}", problem);
            }
            meters.retried();
            var _ = ending.await(RETRY.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private HistoryDomain open(Loop loop) {
        lastId = store.highestId();
        channels.values().forEach(TopicChannel::clear); // an attempt before this one may have read a part
        return HistoryDomain.open(plan, channels.values(), channel -> fill(channel, loop), arrivals, onFatal);
    }

    /**
     * Gives the writer what is kept, as it is read: a history is larger than the heap of a service. What is kept no
     * more, as after a bound was made narrower, leaves both. It may take minutes.
     */
    private void fill(TopicChannel channel, Loop loop) {
        step(loop);
        List<Long> gone = new ArrayList<>();
        long outlived = channel.outlivedBefore(nowNanos());
        if (channel.isPersistent()) {
            store.read(channel.topic().id(), sample -> {
                step(loop);
                if (sample.sourceNanos() < outlived) {
                    gone.add(sample.id());
                    return;
                }
                TopicIndex.Left left = channel.index().add(sample.key(), sample.identity(), sample.entry());
                channel.give(sample);
                gone.addAll(left.ids());
                left.instances().forEach(channel::forget);
                channel.serveWell(() -> step(loop));
            });
            store.change(List.of(), gone);
        }
    }

    /** @throws EndedException when the service is to end, however much of the history is not read yet */
    private void step(Loop loop) {
        if (ending.getCount() == 0) {
            throw new EndedException();
        }
        loop.beat();
    }

    private void turn() throws InterruptedException {
        if (change == null) {
            List<Heard> batch = arrivals.take(isHeldUp() ? HELD_UP : IDLE);
            Change next = new Change();
            batch.forEach(heard -> admit(heard, next));
            disposals.due(time.instant()).forEach(disposal -> dispose(disposal, next));
            forgetOutlived(next);
            change = next;
        }
        store.change(change.added(), change.removed());
        change.after().forEach(Runnable::run);
        change = null;
        channels.values().forEach(TopicChannel::serve);
    }

    private boolean isHeldUp() {
        return channels.values().stream().anyMatch(TopicChannel::isHeldUp);
    }

    private void admit(Heard heard, Change next) {
        TopicChannel channel = channels.get(heard.topic());
        if (channel == null) {
            throw new IllegalStateException("no reader of " + heard.topic());
        }
        switch (heard) {
            case Heard.Written written -> admit(channel, written, next);
            case Heard.Disposed disposed -> disposals.add(disposed, time.instant(), lastId);
        }
    }

    private void admit(TopicChannel channel, Heard.Written written, Change next) {
        var key = WireType.MESSAGE.keyOf(written.message());
        var identity = new TopicIndex.Identity(written.message().sequence(), written.sourceNanos());
        if (written.sourceNanos() < channel.outlivedBefore(nowNanos())) {
            meters.lost(HistoryMeters.OLD);
        } else if (!channel.index().isNew(key, identity)) {
            meters.repeated(written.topic());
        } else {
            KeptSample sample = KeptSample.of(++lastId, written, codec);
            TopicIndex.Left left = channel.index().add(key, identity, sample.entry());
            if (channel.isPersistent()) {
                next.added().add(sample);
            }
            next.after().add(() -> channel.give(sample));
            leave(channel, left, next);
            meters.stored(written.topic());
        }
    }

    /** Not when the writer has gone, which disposed by ending, nor when the instance was written since. */
    private void dispose(Disposals.Disposal disposal, Change next) {
        Heard.Disposed what = disposal.what();
        TopicChannel channel = Objects.requireNonNull(channels.get(what.topic()));
        if (domain != null
                && domain.hasWriter(what.topic(), what.writer())
                && channel.index().newest(what.key()) <= disposal.lastId()) {
            leave(channel, channel.index().forget(what.key()), next);
            next.after().add(() -> channel.dispose(what.key()));
        }
    }

    private void forgetOutlived(Change next) {
        Instant now = time.instant();
        if (now.isBefore(lastLook.plus(LOOK_FOR_OUTLIVED))) {
            return;
        }
        lastLook = now;
        for (TopicChannel channel : channels.values()) {
            leave(channel, channel.index().forgetBefore(channel.outlivedBefore(nowNanos())), next);
        }
    }

    private static void leave(TopicChannel channel, TopicIndex.Left left, Change next) {
        if (channel.isPersistent()) {
            next.removed().addAll(left.ids());
        }
        left.instances().forEach(key -> next.after().add(() -> channel.forget(key)));
    }

    private long nowNanos() {
        Instant now = time.instant();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    /** @return why nothing is stored now; empty when all is well. Any thread */
    String problem() {
        return problem;
    }

    /** @return whether the service has joined the domain; any thread */
    boolean isServing() {
        return serving;
    }

    /** @return number of topics kept; any thread */
    int topics() {
        return channels.size();
    }

    /** @return samples kept of all topics; any thread */
    long samples() {
        return channels.values().stream().mapToLong(TopicChannel::samples).sum();
    }

    /** @return what waits for the database; any thread */
    int waiting() {
        return arrivals.size();
    }
}
