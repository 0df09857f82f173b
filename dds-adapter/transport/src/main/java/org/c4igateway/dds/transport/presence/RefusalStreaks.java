package org.c4igateway.dds.transport.presence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.c4igateway.core.fault.ErrorCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long samples of each sender have been refused without one that was accepted. Warns in the log, at most once a
 * minute. Bounded. Safe for any thread.
 *
 * @param <K> what tells senders apart
 */
final class RefusalStreaks<K> {
    /**
     * A row is sent again at least this often. A sender that is silent for longer has nothing that could be refused.
     */
    private static final Duration SILENCE = Duration.ofMinutes(3);

    private static final Duration WARNING_INTERVAL = Duration.ofMinutes(1);
    private static final Logger LOG = LoggerFactory.getLogger(RefusalStreaks.class);

    private final LongSupplier ticks;
    private final Function<K, String> reason;
    private final Map<K, Streak> refused = new ConcurrentHashMap<>();
    private final LongAdder refusals = new LongAdder();
    private volatile long warnedTick;
    private volatile boolean warned;

    /** Refusals in a row. */
    private record Streak(long firstTick, long lastTick, long count) {}

    /**
     * @param ticks a clock that never goes back, nanoseconds
     * @param reason why samples of a sender are refused, for people
     */
    RefusalStreaks(LongSupplier ticks, Function<K, String> reason) {
        this.ticks = ticks;
        this.reason = reason;
    }

    /** A sample of the sender was accepted, or the sender is accepted again. */
    void end(K sender) {
        if (!refused.isEmpty()) {
            refused.remove(sender);
        }
    }

    /** @return whether the sender's samples have been refused for too long */
    boolean refuse(K sender) {
        refusals.increment();
        long now = ticks.getAsLong();
        Streak before = refused.get(sender);
        Streak streak = before != null && now - before.lastTick() < SILENCE.toNanos()
                ? new Streak(before.firstTick(), now, before.count() + 1)
                : new Streak(now, now, 1);
        refused.put(sender, streak);
        if (refused.size() > GreetedSenders.MAX_KNOWN) {
            refused.clear();
        }
        long nanos = now - streak.firstTick();
        if (nanos >= GreetedSenders.ALARM.toNanos() && (!warned || now - warnedTick >= WARNING_INTERVAL.toNanos())) {
            warned = true;
            warnedTick = now;
            LOG.warn(
                    "{} no sample of {} was accepted for {} s ({} samples): {}",
                    ErrorCode.NOT_ADMITTED.code(),
                    sender,
                    Duration.ofNanos(nanos).toSeconds(),
                    streak.count(),
                    reason.apply(sender));
        }
        return nanos >= GreetedSenders.PATIENCE.toNanos();
    }

    /** @return samples that were refused since the start */
    long refusals() {
        return refusals.sum();
    }

    /** @return a text for operators for each sender whose samples have been refused for too long */
    List<String> alarms() {
        long now = ticks.getAsLong();
        refused.values().removeIf(streak -> now - streak.lastTick() >= SILENCE.toNanos());
        List<String> alarms = new ArrayList<>();
        refused.forEach((sender, streak) -> alarm(sender, streak).ifPresent(alarms::add));
        return alarms;
    }

    private Optional<String> alarm(K sender, Streak streak) {
        long nanos = streak.lastTick() - streak.firstTick();
        return nanos < GreetedSenders.ALARM.toNanos()
                ? Optional.empty()
                : Optional.of("%s: %d samples in %d s did not count: %s"
                        .formatted(
                                sender, streak.count(), Duration.ofNanos(nanos).toSeconds(), reason.apply(sender)));
    }
}
