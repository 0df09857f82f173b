package org.c4igateway.core.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.c4igateway.core.fault.GatewayException;

/** One of the {@link Loops}. A loop calls {@link #beat} on its own thread; {@link #state} may be asked for by any. */
public final class Loop implements AutoCloseable {
    private final String name;
    private final Duration patience;
    private final Loops loops;
    private volatile Beat last;
    /** When its thread was seen at work last, also by a fault that no restart mends. */
    private volatile long respondedNanos;

    private volatile String problem = "";
    private volatile boolean resting;
    private volatile boolean ended;

    private record Beat(long nanos, Instant at) {}

    Loop(String name, Duration patience, Loops loops) {
        this.name = Objects.requireNonNull(name);
        this.patience = Objects.requireNonNull(patience);
        this.loops = loops;
        this.last = now();
        this.respondedNanos = last.nanos;
    }

    String name() {
        return name;
    }

    /** It turns; the next beat is due within the patience. */
    public void beat() {
        Beat now = now();
        last = now;
        respondedNanos = now.nanos;
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
        begin();
        try {
            work.run();
            beat();
            return true;
        } catch (RuntimeException | Error e) {
            return failed(e);
        }
    }

    /**
     * One turn of a repeated task that needs something outside of the process, as a database. As {@link #turn}, but a
     * {@link GatewayException} is no reason to restart the process: the loop goes on responding, and the caller logs
     * it. A turn in which nothing was due does not hide that the one before failed.
     *
     * @param work returns whether something was due
     * @return whether the turn went through
     */
    public boolean attempt(BooleanSupplier work) {
        begin();
        try {
            if (work.getAsBoolean() || problem.isEmpty()) {
                beat();
            } else {
                respondedNanos = loops.nanos();
            }
            return true;
        } catch (GatewayException e) {
            problem = String.valueOf(e.getMessage());
            respondedNanos = loops.nanos();
            loops.failed(this);
            return false;
        } catch (RuntimeException | Error e) {
            return failed(e);
        }
    }

    private void begin() {
        if (resting) {
            beat();
        }
    }

    private boolean failed(Throwable failure) {
        boolean first = problem.isEmpty();
        problem = String.valueOf(failure);
        loops.failed(this);
        if (first) {
            loops.log(this, failure);
        }
        return false;
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
        Duration silence = since(beat.nanos);
        boolean alive = !ended && silence.compareTo(patience) <= 0;
        boolean responds = !ended && since(respondedNanos).compareTo(patience) <= 0;
        return new LoopState(name, alive, alive || responds, beat.at, silence, patience, problem);
    }

    private Duration since(long nanos) {
        return resting && !ended ? Duration.ZERO : Duration.ofNanos(Math.max(0, loops.nanos() - nanos));
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
