package org.c4igateway.core.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** One of the {@link Loops}. A loop calls {@link #beat} on its own thread; {@link #state} may be asked for by any. */
public final class Loop implements AutoCloseable {
    private final String name;
    private final Duration patience;
    private final Loops loops;
    private volatile Beat last;
    private volatile String problem = "";
    private volatile boolean resting;
    private volatile boolean ended;

    private record Beat(long nanos, Instant at) {}

    Loop(String name, Duration patience, Loops loops) {
        this.name = Objects.requireNonNull(name);
        this.patience = Objects.requireNonNull(patience);
        this.loops = loops;
        this.last = now();
    }

    String name() {
        return name;
    }

    /** It turns; the next beat is due within the patience. */
    public void beat() {
        last = now();
        problem = "";
        resting = false;
    }

    /** There is no work: no beat is due until the next {@link #beat}. */
    public void rest() {
        beat();
        resting = true;
    }

    /**
     * One turn of a repeated task. A turn that fails is counted, logged and shown. It does not count as a beat, so a
     * loop whose turns all fail is not alive.
     *
     * @return whether the turn went through
     */
    public boolean turn(Runnable work) {
        if (resting) {
            beat();
        }
        try {
            work.run();
            beat();
            return true;
        } catch (RuntimeException | Error e) {
            boolean first = problem.isEmpty();
            problem = String.valueOf(e);
            loops.failed(this, e, first);
            return false;
        }
    }

    /**
     * Runs the body of a thread. If it throws, the loop is no longer alive and the process stops; otherwise the loop
     * closes.
     */
    public void live(Runnable life) {
        try {
            life.run();
            close();
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    /** A defect has ended it. It is no longer alive, and the process stops. */
    public void fail(Throwable defect) {
        end(String.valueOf(defect));
        loops.ended(this, defect);
    }

    /** It has stopped although it should run. The caller reports the reason elsewhere as well. */
    public void end(String why) {
        problem = why;
        ended = true;
    }

    LoopState state() {
        Beat beat = last;
        Duration silence =
                resting && !ended ? Duration.ZERO : Duration.ofNanos(Math.max(0, loops.nanos() - beat.nanos));
        boolean alive = !ended && silence.compareTo(patience) <= 0;
        return new LoopState(name, alive, beat.at, silence, patience, problem);
    }

    /** It has ended as intended and is no longer shown. */
    @Override
    public void close() {
        loops.remove(this);
    }

    private Beat now() {
        return new Beat(loops.nanos(), loops.time().instant());
    }
}
