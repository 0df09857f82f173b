package org.c4igateway.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import org.HdrHistogram.Histogram;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsReader;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.KmtfMessage;
import org.c4igateway.dds.api.Qos;
import org.c4igateway.dds.api.QosPolicy;
import org.c4igateway.dds.api.Sample;
import org.c4igateway.dds.api.WireType;
import org.c4igateway.dds.api.WriteResult;

/** Round trip and one-way rate of the Cyclone provider between two processes, beside native ddsperf. */
final class DdsBenchmark implements Benchmark {
    private static final int[] SIZES = {200, 1_024};
    private static final int ROUND_TRIPS = 60_000;
    private static final int FIRST_PINGS = 50;
    private static final int STREAM = 2_000_000;
    private static final double MAX_RATIO = 1.6;
    private static final double MIN_RATE = 300_000;

    @Override
    public String name() {
        return "dds";
    }

    @Override
    public String description() {
        return "DDS round trip and one-way rate between two processes on loopback, beside ddsperf";
    }

    @Override
    public List<Figure> run(BenchOptions options) throws Exception {
        boolean reference = DdsPerf.isPresent();
        List<Figure> figures = new ArrayList<>();
        for (int size : SIZES) {
            double[] ours = new double[options.repetitions()];
            double[] listener = new double[options.repetitions()];
            double[] waitset = new double[options.repetitions()];
            for (int i = 0; i < ours.length; i++) {
                int domain = 120 + i;
                ours[i] = roundTrip(domain, size, options.scaled(ROUND_TRIPS));
                if (reference) {
                    listener[i] = DdsPerf.roundTripMicros(domain + 20, "listener", size);
                    waitset[i] = DdsPerf.roundTripMicros(domain + 40, "waitset", size);
                }
            }
            figures.add(Figure.plain("round trip " + size + " B, provider (waitset thread), median", "us", ours));
            if (reference) {
                figures.add(Figure.plain("round trip " + size + " B, ddsperf listener, median", "us", listener));
                figures.add(Figure.plain("round trip " + size + " B, ddsperf waitset, median", "us", waitset));
                figures.add(Figure.atMost(
                        MAX_RATIO, "ratio to ddsperf waitset, " + size + " B", "x", ratios(ours, waitset)));
                figures.add(Figure.atMost(
                        MAX_RATIO, "ratio to ddsperf listener, " + size + " B", "x", ratios(ours, listener)));
            } else {
                figures.add(Figure.notMeasured(
                        "ratio to ddsperf", "no ddsperf on the PATH (Debian package cyclonedds-tools)"));
            }
        }
        figures.addAll(rates(options, reference));
        return figures;
    }

    private static List<Figure> rates(BenchOptions options, boolean reference) throws Exception {
        double[] batched = new double[options.repetitions()];
        double[] unbatched = new double[options.repetitions()];
        double[] ddsperf = new double[options.repetitions()];
        for (int i = 0; i < batched.length; i++) {
            int domain = 180 + i;
            batched[i] = rate(domain, 200, options.scaled(STREAM), true);
            unbatched[i] = rate(domain + 15, 200, options.scaled(STREAM), false);
            if (reference) {
                ddsperf[i] = 1_000 * DdsPerf.kiloSamplesPerSecond(domain + 30, 200);
            }
        }
        List<Figure> figures = new ArrayList<>();
        figures.add(Figure.atLeast(MIN_RATE, "one way 200 B, batched", "msg/s", batched));
        figures.add(Figure.plain("one way 200 B, not batched", "msg/s", unbatched));
        if (reference) {
            figures.add(Figure.plain("one way 200 B, ddsperf pub/sub", "msg/s", ddsperf));
        }
        return figures;
    }

    private static double[] ratios(double[] ours, double[] reference) {
        double[] ratios = new double[ours.length];
        Arrays.setAll(ratios, i -> ours[i] / reference[i]);
        return ratios;
    }

    /** @return median in microseconds */
    private static double roundTrip(int domain, int size, int count) throws Exception {
        try (JavaProcess _ = JavaProcess.start(DdsPartner.class, Integer.toString(domain), "0");
                DdsParticipant participant = DdsPartner.join(domain)) {
            return roundTrip(participant, size, count);
        }
    }

    /** @return median in microseconds, with the partner in the participant's domain */
    static double roundTrip(DdsParticipant participant, int size, int count) throws Exception {
        Histogram nanos = new Histogram(60_000_000_000L, 3);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        byte[] payload = new byte[size];
        int warmUp = count / 3;
        long[] sentAt = new long[1];
        long[] answered = new long[1];
        try (DdsWriter<KmtfMessage> ping =
                        participant.createWriter(DdsPartner.PING, WireType.MESSAGE, DdsPartner.RELIABLE);
                DdsReader _ =
                        participant.createReader(DdsPartner.PONG, WireType.MESSAGE, DdsPartner.RELIABLE, samples -> {
                            for (Sample<KmtfMessage> sample : samples) {
                                if (sample instanceof Sample.Data<KmtfMessage> data
                                        && data.value().sequence() == answered[0] + 1) {
                                    long sequence = ++answered[0];
                                    if (sequence > warmUp) {
                                        nanos.recordValue(System.nanoTime() - sentAt[0]);
                                    }
                                    begun.countDown();
                                    if (sequence == warmUp + count) {
                                        done.countDown();
                                    } else {
                                        sentAt[0] = System.nanoTime();
                                        ping.write(DdsPartner.message("BENCH", sequence + 1, payload));
                                        ping.flush();
                                    }
                                }
                            }
                        })) {
            awaitPositive(ping::matchedReaders);
            for (int i = 0; i < FIRST_PINGS && begun.getCount() > 0; i++) { // the partner may not know this reader yet
                ping.write(DdsPartner.message("BENCH", 1, payload));
                ping.flush();
                var _ = begun.await(200, TimeUnit.MILLISECONDS);
            }
            if (!done.await(120, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the partner stopped answering");
            }
            return nanos.getValueAtPercentile(50) / 1_000.0;
        }
    }

    /** @return messages per second, counted by the receiver */
    private static double rate(int domain, int size, int count, boolean batched) throws Exception {
        try (JavaProcess _ = JavaProcess.start(DdsPartner.class, Integer.toString(domain), "0");
                DdsParticipant participant = DdsPartner.join(domain)) {
            return rate(participant, size, count, batched);
        }
    }

    /** @return messages per second, counted by the partner in the participant's domain */
    static double rate(DdsParticipant participant, int size, int count, boolean batched) throws Exception {
        Qos qos = batched ? DdsPartner.RELIABLE.with(new QosPolicy.WriterBatching(true)) : DdsPartner.RELIABLE;
        LinkedBlockingQueue<Long> counts = new LinkedBlockingQueue<>();
        try (DdsReader _ =
                        participant.createReader(DdsPartner.COUNT, WireType.MESSAGE, DdsPartner.RELIABLE, samples -> {
                            for (Sample<KmtfMessage> sample : samples) {
                                if (sample instanceof Sample.Data<KmtfMessage> data) {
                                    counts.add(data.value().sequence());
                                }
                            }
                        });
                DdsWriter<KmtfMessage> stream = participant.createWriter(DdsPartner.STREAM, WireType.MESSAGE, qos)) {
            awaitPositive(stream::matchedReaders);
            stream(stream, counts, size, count / 4);
            return stream(stream, counts, size, count);
        }
    }

    private static double stream(DdsWriter<KmtfMessage> writer, LinkedBlockingQueue<Long> counts, int size, int count)
            throws InterruptedException {
        byte[] payload = new byte[size];
        long start = System.nanoTime();
        for (int i = 1; i <= count; i++) {
            requireWritten(writer.write(DdsPartner.message("BENCH", i, payload)));
        }
        requireWritten(writer.write(DdsPartner.message("BENCH", count + 1L, new byte[0])));
        writer.flush();
        Long received = counts.poll(120, TimeUnit.SECONDS);
        double seconds = (System.nanoTime() - start) / 1e9;
        if (received == null || received != count + 1L) {
            throw new IllegalStateException("sent " + (count + 1) + ", the partner counted " + received);
        }
        return count / seconds;
    }

    private static void requireWritten(WriteResult result) {
        if (!(result instanceof WriteResult.Written)) {
            throw new IllegalStateException("a reliable write failed: " + result);
        }
    }

    static void awaitPositive(IntSupplier matched) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (matched.getAsInt() < 1) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the partner did not appear");
            }
            LockSupport.parkNanos(5_000_000);
        }
    }
}
