package org.c4igateway.dds.transport.presence;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.c4igateway.core.fault.ErrorCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps for each sender the time of its last HELLO; samples written earlier are refused. A new start of a sender
 * replaces the old state, whatever its clock shows; within one start the latest HELLO is valid. A sender whose samples
 * are all refused for some time raises an alarm, and is accepted again after {@link #PATIENCE}: a wrong time in a HELLO
 * delays messages but does not lose them. Bounded. Safe for any thread.
 *
 * @param <K> identity of a sender
 */
public final class GreetedSenders<K> {
    /** Time without an accepted sample of a sender before an alarm is raised. */
    static final Duration ALARM = Duration.ofSeconds(10);
    /** Time without an accepted sample of a sender before its HELLO is considered wrong. */
    static final Duration PATIENCE = Duration.ofMinutes(1);
    /** Interval at which a sender is told that its samples are lost. */
    static final Duration AGAIN_INTERVAL = Duration.ofSeconds(1);

    static final int MAX_KNOWN = 65_536;
    private static final Logger LOG = LoggerFactory.getLogger(GreetedSenders.class);

    private final LongSupplier ticks;
    private final Predicate<K> isPresent;
    private final Map<K, Since> known = new ConcurrentHashMap<>();
    private final RefusalStreaks<K> streaks;
    /**
     * Samples that found no open route. A HELLO of the present start that was sent before them is for an earlier route.
     */
    private final Map<K, MissedSamples> missed = new ConcurrentHashMap<>();

    /** When each sender was last told that its samples are lost. */
    private final Map<K, Long> told = new ConcurrentHashMap<>();

    /** @param lostNanos source time of the latest sample before which others are lost */
    private record Since(long start, long way, long atNanos, long lostNanos) {
        private static final long NONE = Long.MIN_VALUE;

        Since(long start, long way, long atNanos) {
            this(start, way, atNanos, NONE);
        }

        boolean isSameTime(Since other) {
            return start == other.start && way == other.way;
        }

        boolean isWhole() {
            return lostNanos == NONE;
        }

        /** A HELLO that was sent before the loss was noticed does not cover it. */
        boolean isRenewedBy(Since hello) {
            return atNanos < hello.atNanos && lostNanos < hello.atNanos;
        }

        Since lost(long writtenNanos) {
            return new Since(start, way, atNanos, Math.max(lostNanos, writtenNanos));
        }
    }

    /**
     * Successive samples that found no open route.
     *
     * @param writtenNanos the latest time of writing among them, by their sender's {@link SourceClock}
     * @param firstTick when the first one came, by a clock that never goes back, nanoseconds
     * @param lastTick when the last one came
     */
    private record MissedSamples(long writtenNanos, long firstTick, long lastTick) {
        MissedSamples with(MissedSamples later) {
            return later.lastTick - lastTick >= ALARM.toNanos()
                    ? later
                    : new MissedSamples(Math.max(writtenNanos, later.writtenNanos), firstTick, later.lastTick);
        }

        /** Samples that come later were not in transit when the route changed; their time may be wrong. */
        boolean counts(long now) {
            return now - lastTick < ALARM.toNanos() && now - firstTick < PATIENCE.toNanos();
        }
    }

    /**
     * The HELLO of a sender that counts at present.
     *
     * @param start incarnation of the sender
     * @param atNanos when it was said, by the sender's {@link SourceClock}
     */
    public record Heard(long start, long atNanos) {}

    /**
     * @param isPresent whether a sender is there now; others are forgotten first when there are too many
     * @param ticks a clock that never goes back, nanoseconds
     */
    public GreetedSenders(Predicate<K> isPresent, LongSupplier ticks) {
        this.isPresent = isPresent;
        this.ticks = ticks;
        this.streaks = new RefusalStreaks<>(ticks, this::reason);
    }

    /**
     * Whether a HELLO arrives after samples that its sender wrote later. Then it was sent for an earlier route: samples
     * that follow the refused ones would be accepted ahead of them. The sender sends another HELLO for the present
     * route. Times of two starts are not compared, because clocks are set back; a time that is wrong counts for
     * {@link #ALARM}, or {@link #PATIENCE} while such samples keep coming.
     *
     * @param start incarnation of the sender
     * @param way number of the route
     * @param atNanos when it was said, by the sender's {@link SourceClock}
     */
    public boolean isLate(K sender, long start, long way, long atNanos) {
        MissedSamples last = missed.get(sender);
        Since since = known.get(sender);
        if (last == null || (since != null && (since.start() != start || since.way() == way))) {
            return false;
        }
        return atNanos < last.writtenNanos() && last.counts(ticks.getAsLong());
    }

    /**
     * A sample was refused because no route to its receiver is open, or its sender has greeted over another route. If
     * that route comes back, later samples must not pass ahead of this one, which is lost there.
     */
    public void miss(K sender, long writtenNanos) {
        lost(sender, writtenNanos);
        long now = ticks.getAsLong();
        missed.merge(sender, new MissedSamples(writtenNanos, now, now), MissedSamples::with);
        if (missed.size() > MAX_KNOWN) {
            missed.clear();
        }
    }

    /**
     * A HELLO came.
     *
     * @param start incarnation of the sender
     * @param way number of the route; it changes whenever samples on the way may have been lost
     * @param atNanos when it was said, by the sender's {@link SourceClock}
     * @return whether it is the first one of that start over that way
     */
    public boolean greeted(K sender, long start, long way, long atNanos) {
        Since now = new Since(start, way, atNanos);
        Since before = known.get(sender);
        boolean first = before == null || !before.isSameTime(now);
        if (before == null || first || before.isRenewedBy(now)) {
            known.put(sender, now);
        }
        missed.remove(sender);
        if (known.size() > MAX_KNOWN) {
            known.keySet().removeIf(each -> !each.equals(sender) && !isPresent.test(each));
        }
        return first;
    }

    /** @return whether the sender has greeted and is remembered */
    public boolean isKnown(K sender) {
        return known.containsKey(sender);
    }

    /** @return whether the sender wrote the sample of that time after its HELLO; false when it has not greeted */
    public boolean counts(K sender, long writtenNanos) {
        Since since = known.get(sender);
        return since != null && writtenNanos >= since.atNanos();
    }

    /**
     * Samples are missing. Those senders whose samples they may be are refused, see {@link #lost}.
     *
     * @param which senders that wrote through that writer
     * @param previousNanos when the last one that is missing was written
     * @param writtenNanos when the first one after them was written
     */
    public void lost(Predicate<K> which, long previousNanos, long writtenNanos) {
        known.forEach((sender, since) -> {
            if (previousNanos >= since.atNanos() && which.test(sender)) {
                lost(sender, writtenNanos);
            }
        });
    }

    /**
     * Samples of the sender are lost. What it wrote since is refused until it greets again, because it would arrive
     * before the lost ones.
     *
     * @param writtenNanos when it wrote the first one that came after them
     */
    public void lost(K sender, long writtenNanos) {
        known.computeIfPresent(sender, (key, since) -> since.lost(writtenNanos));
    }

    /**
     * Whether to tell a sender that samples are lost, at most once in {@link #AGAIN_INTERVAL}. If the route has changed
     * since its HELLO it is not told, because it greets over the new route by itself.
     *
     * @param way number of the present route
     * @return its HELLO, behind which they were written
     */
    public Optional<Heard> again(K sender, long way) {
        Since since = known.get(sender);
        if (since == null || since.isWhole() || since.way() != way) {
            return Optional.empty();
        }
        long now = ticks.getAsLong();
        Long before = told.get(sender);
        if (before != null && now - before < AGAIN_INTERVAL.toNanos()) {
            return Optional.empty();
        }
        told.put(sender, now);
        if (told.size() > MAX_KNOWN) {
            told.clear();
        }
        return Optional.of(new Heard(since.start(), since.atNanos()));
    }

    /** @return whether samples of the sender are lost, and it has not greeted since */
    boolean isLost(K sender) {
        Since since = known.get(sender);
        return since != null && !since.isWhole();
    }

    /** @return whether a sample that the sender wrote at that time is accepted */
    public boolean admits(K sender, long way, long writtenNanos) {
        Since since = known.get(sender);
        if (since == null || since.way() != way) {
            miss(sender, writtenNanos);
            var _ = streaks.refuse(sender);
            return false;
        }
        if (since.isWhole() && writtenNanos >= since.atNanos()) {
            streaks.end(sender);
            return true;
        }
        return streaks.refuse(sender) && hearAgain(sender, since, writtenNanos);
    }

    /**
     * A sample is refused for a reason of the caller.
     *
     * @return whether all were for {@link #PATIENCE}, so that what the caller knows of the sender counts as wrong
     */
    boolean refuse(K sender) {
        return streaks.refuse(sender);
    }

    /** Samples are refused for a reason that passes, and that says nothing of the sender. */
    void excuse(K sender) {
        streaks.end(sender);
    }

    private boolean hearAgain(K sender, Since since, long writtenNanos) {
        LOG.warn(
                "{} no sample of {} was accepted for {} s after its greeting; they are accepted from now on",
                ErrorCode.NOT_ADMITTED.code(),
                sender,
                PATIENCE.toSeconds());
        known.put(sender, new Since(since.start(), since.way(), writtenNanos));
        streaks.end(sender);
        return true;
    }

    private String reason(K sender) {
        Since since = known.get(sender);
        if (since == null) {
            return "it has not greeted this start of the receiver";
        }
        return since.isWhole()
                ? "they are of another start of it, or carry a time of writing before its greeting"
                : "samples before them are lost, and it has not greeted again";
    }

    /** @return samples that were refused since the start */
    public long refusals() {
        return streaks.refusals();
    }

    /** @return a text for operators for each sender whose samples have been refused for too long */
    public List<String> alarms() {
        return streaks.alarms();
    }
}
