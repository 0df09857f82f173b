package org.c4igateway.lab.run.measure;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.c4igateway.lab.net.Direction;
import org.c4igateway.lab.net.DirectionCounters;
import org.c4igateway.lab.net.ImpairedLink;
import org.c4igateway.lab.net.Impairment;
import org.c4igateway.lab.net.Network;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.testbed.Pause;

/**
 * Samples the counters of shaped links while a run goes on, to find the highest rate that each really had over two
 * seconds: twice a second at first, each two seconds later. One thread of its own.
 */
public final class LinkWatch implements AutoCloseable {
    private static final Duration FIRST_GAPS = Duration.ofMillis(500);
    private static final Duration LATER_GAPS = Duration.ofSeconds(2);
    private static final int FIRST_SAMPLES = 20;

    /**
     * Long enough that what a token bucket lets through at once is a few percent: 1,514 of 32,000 bytes at 128 kbit/s.
     */
    private static final long WINDOW_NANOS = 2_000_000_000;

    private final Network network;
    private final Thread thread;
    private final Map<String, Deque<CounterSample>> recent = new HashMap<>();
    private final Map<String, Double> busiest = new HashMap<>();
    private volatile boolean ended;

    /** A reading took place between two instants; the machine may be busy. */
    private record CounterSample(long begunNanos, long endedNanos, long bytes) {}

    public LinkWatch(Network network) {
        this.network = network;
        this.thread = Thread.ofVirtual().unstarted(this::watch);
    }

    public void start() {
        thread.start();
    }

    private void watch() {
        try {
            for (int samples = 0; !ended; samples++) {
                sample();
                Pause.of(samples < FIRST_SAMPLES ? FIRST_GAPS : LATER_GAPS);
            }
        } catch (InterruptedException | IOException e) {
            // The run has ended, or its network is being taken down: what was seen until now counts.
            ended = true;
        }
    }

    private synchronized void sample() throws IOException {
        for (ImpairedLink link : network.links()) {
            for (Direction direction : Direction.values()) {
                if (link.impairment(direction).rate().bitsPerSecond() > 0) {
                    long begun = System.nanoTime();
                    long bytes = link.read(direction).shapedBytes();
                    note(name(link, direction), new CounterSample(begun, System.nanoTime(), bytes));
                }
            }
        }
    }

    /**
     * Compares with the newest sample that is far enough back, and keeps none older than that. The rate is what is
     * certain.
     */
    private void note(String name, CounterSample now) {
        Deque<CounterSample> samples = recent.computeIfAbsent(name, missing -> new ArrayDeque<>());
        samples.addLast(now);
        CounterSample before = null;
        while (now.begunNanos() - samples.getFirst().endedNanos() >= WINDOW_NANOS) {
            before = samples.removeFirst();
        }
        if (before != null) {
            samples.addFirst(before);
            double rate = (now.bytes() - before.bytes()) * 8e9 / (now.endedNanos() - before.begunNanos());
            busiest.merge(name, rate, Math::max);
        }
    }

    /** What every direction did in all; ends the watch. */
    public Map<String, RunResult.LinkReport> report() throws IOException {
        close();
        Map<String, RunResult.LinkReport> reports = new LinkedHashMap<>();
        synchronized (this) {
            for (ImpairedLink link : network.links()) {
                for (Direction direction : Direction.values()) {
                    Impairment wanted = link.impairment(direction);
                    DirectionCounters counters = link.read(direction);
                    reports.put(
                            name(link, direction),
                            new RunResult.LinkReport(
                                    wanted.rate().bitsPerSecond(),
                                    wanted.loss().share(),
                                    counters,
                                    busiest.getOrDefault(name(link, direction), 0.0)));
                }
            }
        }
        return reports;
    }

    private static String name(ImpairedLink link, Direction direction) {
        return link.name() + " " + direction.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void close() {
        ended = true;
        thread.interrupt();
    }
}
