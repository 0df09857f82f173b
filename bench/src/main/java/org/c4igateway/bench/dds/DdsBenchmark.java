package org.c4igateway.bench.dds;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import org.c4igateway.bench.BenchOptions;
import org.c4igateway.bench.Benchmark;
import org.c4igateway.bench.Figure;
import org.c4igateway.bench.InterleavedRuns;
import org.c4igateway.bench.JavaProcess;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.lab.transport.DdsPerf;

/** Round trips and one-way rates of the providers between two processes, beside native ddsperf, by turns. */
public final class DdsBenchmark implements Benchmark {
    static final String WAITSET = "ddsperf waitset";
    static final String LISTENER = "ddsperf listener";
    static final String NOT_BATCHED = ", not batched";

    private static final int[] SIZES = {200, 1_024, 16_384};
    private static final int DOMAIN = 120;
    private static final int REFERENCE_DOMAIN = 121;
    private static final double MAX_RATIO = 1.5;
    private static final double MIN_SHARE = 0.6;
    private static final double MIN_SMALLEST_RATE = 300_000;

    @Override
    public String name() {
        return "dds";
    }

    @Override
    public String description() {
        return "DDS round trip and one-way rate of each provider between two processes on loopback, beside ddsperf";
    }

    @Override
    public List<Figure> run(BenchOptions options) throws Exception {
        List<Figure> figures = new ArrayList<>();
        List<DdsSubject> subjects = DdsSubject.present(figures);
        boolean reference = DdsPerf.isPresent();
        if (!reference) {
            figures.add(
                    Figure.notMeasured("beside ddsperf", "no ddsperf on the PATH (Debian package cyclonedds-tools)"));
        }
        for (int size : SIZES) {
            figures.addAll(roundTripFigures(
                    size, roundTrips(subjects, reference, size, options).take(options.repetitions())));
        }
        for (int size : SIZES) {
            figures.addAll(
                    rateFigures(size, rates(subjects, reference, size, options).take(options.repetitions())));
        }
        return figures;
    }

    private static InterleavedRuns roundTrips(
            List<DdsSubject> subjects, boolean reference, int size, BenchOptions options) {
        InterleavedRuns interleavedRuns = new InterleavedRuns();
        for (DdsSubject subject : subjects) {
            int count = options.scaled(subject.roundTrips());
            interleavedRuns.with(
                    subject.title(),
                    () -> withPartner(subject, here -> DdsExchange.roundTripMicros(here, size, count)));
        }
        if (reference) {
            interleavedRuns.with(
                    WAITSET, () -> DdsPerf.onLoopback(REFERENCE_DOMAIN).roundTripMicros("waitset", size));
            interleavedRuns.with(
                    LISTENER, () -> DdsPerf.onLoopback(REFERENCE_DOMAIN).roundTripMicros("listener", size));
        }
        return interleavedRuns;
    }

    private static InterleavedRuns rates(List<DdsSubject> subjects, boolean reference, int size, BenchOptions options) {
        InterleavedRuns interleavedRuns = new InterleavedRuns();
        for (DdsSubject subject : subjects) {
            int count = options.scaled(subject.streamMessages(size));
            interleavedRuns.with(
                    subject.title(),
                    () -> withPartner(subject, here -> DdsExchange.rate(here, subject.streamQos(), size, count)));
            if (subject.batches()) {
                interleavedRuns.with(
                        subject.title() + NOT_BATCHED,
                        () -> withPartner(subject, here -> DdsExchange.rate(here, DdsPartner.RELIABLE, size, count)));
            }
        }
        if (reference) {
            interleavedRuns.with(
                    WAITSET, () -> 1_000 * DdsPerf.onLoopback(REFERENCE_DOMAIN).kiloSamplesPerSecond("waitset", size));
            interleavedRuns.with(
                    LISTENER,
                    () -> 1_000 * DdsPerf.onLoopback(REFERENCE_DOMAIN).kiloSamplesPerSecond("listener", size));
        }
        return interleavedRuns;
    }

    private interface Exchange {
        double measure(DdsParticipant participant) throws Exception;
    }

    /** @return what was measured; NaN when the partner had not received everything in time, which the row then shows */
    private static double withPartner(DdsSubject subject, Exchange exchange) throws Exception {
        try (JavaProcess _ = DdsPartner.start(subject, DOMAIN, 0);
                DdsParticipant participant = subject.join(DOMAIN)) {
            return exchange.measure(participant);
        } catch (TimeoutException e) {
            return Double.NaN;
        }
    }

    /** @param micros medians by who was measured, a value per repetition */
    static List<Figure> roundTripFigures(int size, Map<String, double[]> micros) {
        String what = "round trip " + size + " B, ";
        List<Figure> figures = new ArrayList<>();
        micros.forEach((who, values) -> figures.add(Figure.plain(what + who + ", median", "us", values)));
        figures.addAll(beside(what, micros, (row, ratios) -> Figure.atMost(MAX_RATIO, row, "x", ratios)));
        return figures;
    }

    /** @param rates messages per second by who was measured, a value per repetition */
    static List<Figure> rateFigures(int size, Map<String, double[]> rates) {
        String what = "one way " + size + " B, ";
        List<Figure> figures = new ArrayList<>();
        rates.forEach((who, values) -> figures.add(
                size == SIZES[0] && who.equals(DdsSubject.CYCLONE.title())
                        ? Figure.atLeast(MIN_SMALLEST_RATE, what + who, "msg/s", values)
                        : Figure.plain(what + who, "msg/s", values)));
        figures.addAll(beside(what, rates, (row, shares) -> Figure.atLeast(MIN_SHARE, row, "x", shares)));
        return figures;
    }

    /**
     * @return each provider measured divided by each reference measured, against the goal where the provider has one
     */
    private static List<Figure> beside(
            String what, Map<String, double[]> values, BiFunction<String, double[], Figure> goal) {
        List<Figure> figures = new ArrayList<>();
        for (DdsSubject subject : DdsSubject.values()) {
            for (String reference : List.of(WAITSET, LISTENER)) {
                if (values.containsKey(subject.title()) && values.containsKey(reference)) {
                    double[] ratios = InterleavedRuns.ratios(values, subject.title(), reference);
                    String row = what + subject.title() + " / " + reference;
                    figures.add(subject.isJudged() ? goal.apply(row, ratios) : Figure.plain(row, "x", ratios));
                }
            }
        }
        return figures;
    }
}
