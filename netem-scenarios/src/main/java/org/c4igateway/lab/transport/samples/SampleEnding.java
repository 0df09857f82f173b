package org.c4igateway.lab.transport.samples;

import java.time.Duration;

/**
 * When the wait for samples is over: when all have arrived; where some may be lost, also when none has come for a
 * while; else at the time limit.
 *
 * @param mayLose whether samples that are lost do not come again
 * @param silence after which the rest counts as lost where some may be lost
 * @param limit longest wait
 */
public record SampleEnding(boolean mayLose, Duration silence, Duration limit) {
    /** Longer than what a queue of 100 packets of 1,500 B holds at 128 kbit/s, 9.4 s. */
    private static final Duration SILENCE = Duration.ofSeconds(12);

    private static final Duration CLEAR_SILENCE = Duration.ofSeconds(2);
    private static final Duration CLEAR_LIMIT = Duration.ofMinutes(1);

    /** With the silence for narrow links. */
    public SampleEnding(boolean mayLose, Duration limit) {
        this(mayLose, SILENCE, limit);
    }

    /** Where a wait is. */
    enum State {
        /** Not over. */
        GOES_ON,
        /** All have arrived, or the rest is lost. */
        OVER,
        /** The time limit has come first. */
        TOO_LATE
    }

    /** The same over clear links, where what is under way arrives soon. */
    SampleEnding overClearLinks() {
        return new SampleEnding(mayLose, CLEAR_SILENCE, CLEAR_LIMIT);
    }

    /** @param now nanoseconds of the clock that {@link Watch#look} is called with */
    Watch begin(int wanted, long now) {
        return new Watch(wanted, mayLose ? silence.toNanos() : Long.MAX_VALUE, limit.toNanos(), now);
    }

    /** A wait for so many samples. Belongs to one thread. */
    static final class Watch {
        private final int wanted;
        private final long silenceNanos;
        private final long limitNanos;
        private final long begun;
        private int seen;
        private long grownAt;

        private Watch(int wanted, long silenceNanos, long limitNanos, long now) {
            this.wanted = wanted;
            this.silenceNanos = silenceNanos;
            this.limitNanos = limitNanos;
            this.begun = now;
            this.grownAt = now;
        }

        /** @param arrived samples until now, each once */
        State look(int arrived, long now) {
            if (arrived > seen) {
                seen = arrived;
                grownAt = now;
            }
            if (arrived >= wanted || now - grownAt >= silenceNanos) {
                return State.OVER;
            }
            return now - begun >= limitNanos ? State.TOO_LATE : State.GOES_ON;
        }
    }
}
