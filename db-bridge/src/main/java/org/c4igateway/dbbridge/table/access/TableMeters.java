package org.c4igateway.dbbridge.table.access;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.c4igateway.core.metric.MeterNames;

/** Counts and ages of mapped tables, and what is wrong with them. Thread-safe; names are those of the configuration. */
public final class TableMeters {
    private final MeterRegistry meters;
    private final InstantSource time;
    private final Map<String, State> states = new ConcurrentHashMap<>();

    /** @param done when nothing was left the last time */
    private record State(Instant done, String problem) {}

    public TableMeters(MeterRegistry meters, InstantSource time) {
        this.meters = meters;
        this.time = time;
    }

    Instant now() {
        return time.instant();
    }

    public void add(String source) {
        states.put(source, new State(time.instant(), ""));
        var _ = Gauge.builder(MeterNames.TABLE_AGE, this, all -> all.ageSeconds(source))
                .tag(MeterNames.TABLE, source)
                .register(meters);
        var _ = Gauge.builder(
                        MeterNames.TABLE_FAILING,
                        this,
                        all -> all.problem(source).isEmpty() ? 0 : 1)
                .tag(MeterNames.TABLE, source)
                .register(meters);
    }

    public void count(String source, String result, int rows) {
        meters.counter(MeterNames.TABLE_ROWS, MeterNames.TABLE, source, MeterNames.RESULT, result)
                .increment(rows);
    }

    /** @param nothingLeft whether all that was there is done */
    public void worked(String source, boolean nothingLeft) {
        states.computeIfPresent(
                source, (name, state) -> new State(nothingLeft ? time.instant() : state.done(), state.problem()));
    }

    /**
     * Shows what is wrong, or that nothing is.
     *
     * @return whether it is another problem than before
     */
    public boolean show(String source, String problem) {
        String before = problem(source);
        states.computeIfPresent(source, (name, state) -> new State(state.done(), problem));
        return !before.equals(problem);
    }

    /** This node is not active: another one works on the tables. */
    public void rest() {
        states.replaceAll((name, state) -> new State(time.instant(), ""));
    }

    private double ageSeconds(String source) {
        State state = states.get(source);
        return state == null
                ? 0
                : Math.max(0, Duration.between(state.done(), time.instant()).toMillis() / 1_000.0);
    }

    private String problem(String source) {
        State state = states.get(source);
        return state == null ? "" : state.problem();
    }

    /** @return the problem of each mapped table, empty where there is none */
    public Map<String, String> problems() {
        Map<String, String> problems = new TreeMap<>();
        states.forEach((source, state) -> problems.put(source, state.problem()));
        return problems;
    }
}
