package org.c4igateway.core.watch;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.metric.MeterNames;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Supervises the threads and repeated tasks of a process, which could otherwise end or hang unnoticed. Each loop beats
 * on every turn. A loop that has not beaten within its patience, or has ended, is not alive; health and a metric show
 * it. One whose turns fail for a reason outside of the process is not alive either, but responds: a restart would not
 * mend it. A loop that ends because of a defect stops the process. Thread-safe; names are bounded by the configuration.
 */
public final class Loops {
    private static final Logger LOG = LoggerFactory.getLogger(Loops.class);

    private final MeterRegistry meters;
    private final InstantSource time;
    private final LongSupplier nanoTime;
    private final Consumer<GatewayException> onDefect;
    private final Map<String, Loop> loops;
    private final Set<String> shown;
    /** Behind each name. */
    private final String suffix;

    /**
     * @param meters where silence and failures are shown
     * @param time the wall clock, for people
     * @param nanoTime the clock that silence is measured with, as {@link System#nanoTime}
     * @param onDefect stops the process; any thread, must not block
     */
    public Loops(MeterRegistry meters, InstantSource time, LongSupplier nanoTime, Consumer<GatewayException> onDefect) {
        this.meters = Objects.requireNonNull(meters);
        this.time = Objects.requireNonNull(time);
        this.nanoTime = Objects.requireNonNull(nanoTime);
        this.onDefect = Objects.requireNonNull(onDefect);
        this.loops = new ConcurrentHashMap<>();
        this.shown = ConcurrentHashMap.newKeySet();
        this.suffix = "";
    }

    private Loops(Loops all, String suffix) {
        this.meters = all.meters;
        this.time = all.time;
        this.nanoTime = all.nanoTime;
        this.onDefect = all.onDefect;
        this.loops = all.loops;
        this.shown = all.shown;
        this.suffix = suffix;
    }

    /**
     * For a part of the process that has loops of the same names as another part.
     *
     * @param part what people call it
     * @return the same loops; those that are added there are called "name, part"
     */
    public Loops named(String part) {
        return new Loops(this, suffix + ", " + part);
    }

    /**
     * Adds a loop that begins now. It takes the place of an older one of that name.
     *
     * @param plainName what people call it; a label value
     * @param patience longest time from one beat to the next
     */
    public Loop add(String plainName, Duration patience) {
        String name = plainName + suffix;
        Loop loop = new Loop(name, patience, this);
        loops.put(name, loop);
        if (shown.add(name)) {
            show(MeterNames.LOOP_SILENCE, name, state -> state.silence().toNanos() / 1e9, 0);
            show(MeterNames.LOOP_ALIVE, name, state -> state.alive() ? 1 : 0, 1);
        }
        return loop;
    }

    /** @param otherwise value while there is no loop of that name */
    private void show(String meter, String name, ToDoubleFunction<LoopState> value, double otherwise) {
        var _ = Gauge.builder(meter, this, all -> {
                    Loop loop = all.loops.get(name);
                    return loop == null ? otherwise : value.applyAsDouble(loop.state());
                })
                .tag(MeterNames.LOOP, name)
                .strongReference(true)
                .register(meters);
    }

    /** @return all loops as they are now, by name */
    public List<LoopState> states() {
        return loops.values().stream()
                .map(Loop::state)
                .sorted(Comparator.comparing(LoopState::name))
                .toList();
    }

    void remove(Loop loop) {
        loops.remove(loop.name(), loop);
    }

    long nanos() {
        return nanoTime.getAsLong();
    }

    InstantSource time() {
        return time;
    }

    /** A turn has failed; the loop goes on. */
    void failed(Loop loop) {
        meters.counter(MeterNames.LOOP_FAILURES, MeterNames.LOOP, loop.name()).increment();
    }

    void log(Loop loop, Throwable failure) {
        LOG.error("A turn of '{}' failed. The loop continues", loop.name(), failure);
    }

    /** The process cannot go on, for a reason outside of it. Any thread; does not block. */
    public void stop(GatewayException why) {
        onDefect.accept(why);
    }

    void ended(Loop loop, Throwable defect) {
        LOG.error("A defect ended '{}'", loop.name(), defect);
        onDefect.accept(new GatewayException.Fatal(
                ErrorCode.DEFECT,
                loop.name() + ": " + defect,
                "Restart the process and report the stack trace in its log",
                defect));
    }
}
