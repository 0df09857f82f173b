package org.c4igateway.lab.transport;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Two processes of {@code ddsperf} for a ladder: one answers all along, one asks for each size. It cannot count its
 * round trips, so each size takes the same time. Sizes below {@value DdsPerf#MIN_BYTES} B are measured with that.
 */
public record DdsPerfPair(DdsPerf reference, List<String> enterAsking, List<String> enterAnswering) {
    private static final int ROUND_TRIPS_PER_SECOND = 5_000;
    private static final int MAX_SECONDS = 4;
    private static final double BITS_PER_BYTE = 8;

    /** @throws CannotRunException when the program is not there */
    public ExchangeResult climb(Assignment.Ladder ladder) throws IOException, InterruptedException {
        requirePresence();
        int seconds = Math.clamp(ladder.roundTrips() / ROUND_TRIPS_PER_SECOND, 1, MAX_SECONDS);
        Process pong = reference.startPong(enterAnswering);
        try {
            ProcessFigures begun = ProcessFigures.of(pong);
            ProcessFigures asking = new ProcessFigures(0, 0);
            List<ExchangeResult.Step> steps = new ArrayList<>();
            for (int size : ladder.sizes()) {
                ProcessFigures before = ProcessFigures.of(pong);
                Measured measured = measure(size, seconds);
                double cpu = measured.figures().cpuSeconds()
                        + ProcessFigures.of(pong).since(before).cpuSeconds();
                steps.add(step(size, measured.pings(), cpu, seconds));
                asking = asking.and(measured.figures());
            }
            steps.sort(Comparator.comparingInt(ExchangeResult.Step::bytes));
            return new ExchangeResult(
                    steps,
                    Map.of("asks", asking, "answers", ProcessFigures.of(pong).since(begun)));
        } finally {
            pong.destroyForcibly().onExit().join();
        }
    }

    /** Streams samples of each size for a few seconds; the ends digest nothing. */
    public ExchangeResult stream(List<Integer> sizes) throws IOException, InterruptedException {
        requirePresence();
        ProcessFigures sends = new ProcessFigures(0, 0);
        ProcessFigures receives = new ProcessFigures(0, 0);
        List<ExchangeResult.Step> steps = new ArrayList<>();
        for (int size : sizes) {
            Process sub = reference.startSub(enterAnswering);
            try {
                Process pub = reference.startPub(enterAsking, size);
                try {
                    steps.add(streamed(size, DdsPerf.readMegabits(sub, MAX_SECONDS) / BITS_PER_BYTE));
                    sends = sends.and(ProcessFigures.of(pub));
                    receives = receives.and(ProcessFigures.of(sub));
                } finally {
                    pub.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
                }
            } finally {
                sub.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            }
        }
        steps.sort(Comparator.comparingInt(ExchangeResult.Step::bytes));
        return new ExchangeResult(steps, Map.of("sends", sends, "receives", receives));
    }

    /** Its processor time is not known sample by sample. */
    private static ExchangeResult.Step streamed(int size, double megabytesPerSecond) {
        long samples = Math.round(megabytesPerSecond * 1e6 * MAX_SECONDS / size);
        return new ExchangeResult.Step(
                size,
                samples,
                samples,
                Map.of(ExchangeResult.RATE, megabytesPerSecond, ExchangeResult.SECONDS, (double) MAX_SECONDS),
                Double.NaN,
                "");
    }

    private static void requirePresence() throws CannotRunException {
        if (!DdsPerf.isPresent()) {
            throw new CannotRunException("no ddsperf on the PATH (Debian package cyclonedds-tools)");
        }
    }

    private record Measured(DdsPerf.Pings pings, ProcessFigures figures) {}

    private Measured measure(int size, int seconds) throws IOException, InterruptedException {
        Process ping = reference.startPing(enterAsking, Math.max(size, DdsPerf.MIN_BYTES));
        try {
            DdsPerf.Pings pings = DdsPerf.read(ping, seconds);
            return new Measured(pings, ProcessFigures.of(ping));
        } finally {
            ping.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
    }

    /** Its processor time is that of one more second, which does not count: the first. */
    private static ExchangeResult.Step step(int size, DdsPerf.Pings pings, double cpuSeconds, int seconds) {
        Map<String, Double> micros = new LinkedHashMap<>();
        micros.put(ExchangeResult.MEAN, pings.meanMicros());
        micros.put("p50", pings.medianMicros());
        micros.put("p99", pings.p99Micros());
        micros.put("max", pings.maxMicros());
        double roundTrips = pings.count() * (seconds + 1.0) / seconds;
        return new ExchangeResult.Step(
                size, pings.count(), pings.count(), micros, roundTrips == 0 ? 0 : cpuSeconds * 1e6 / roundTrips, "");
    }
}
