package org.c4igateway.bench.dds;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import org.HdrHistogram.Histogram;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsReader;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.type.KmtfMessage;

/**
 * What is measured against a {@link DdsPartner} in the participant's domain: round trips and a stream, both reliable.
 */
final class DdsExchange {
    private static final int FIRST_PINGS = 50;

    private DdsExchange() {}

    /** @return median in microseconds of so many round trips, after a third as many to warm up */
    static double roundTripMicros(DdsParticipant participant, int size, int count) throws Exception {
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
                throw new TimeoutException("the partner stopped answering");
            }
            return nanos.getValueAtPercentile(50) / 1_000.0;
        }
    }

    /** @return messages per second, counted by the partner, after a quarter as many to warm up */
    static double rate(DdsParticipant participant, Qos qos, int size, int count) throws Exception {
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
            throws InterruptedException, TimeoutException {
        byte[] payload = new byte[size];
        long start = System.nanoTime();
        for (int i = 1; i <= count; i++) {
            requireWritten(writer.write(DdsPartner.message("BENCH", i, payload)));
        }
        requireWritten(writer.write(DdsPartner.message("BENCH", count + 1L, new byte[0])));
        writer.flush();
        Long received = counts.poll(120, TimeUnit.SECONDS);
        double seconds = (System.nanoTime() - start) / 1e9;
        if (received == null) {
            throw new TimeoutException("the partner had not received " + count + " messages after two minutes");
        }
        if (received != count + 1L) {
            throw new IllegalStateException("sent " + (count + 1) + ", the partner counted " + received);
        }
        return count / seconds;
    }

    private static void requireWritten(WriteResult result) throws TimeoutException {
        switch (result) {
            case WriteResult.Written _ -> {}
            case WriteResult.TimedOut _ -> throw new TimeoutException("the partner does not keep up");
            case WriteResult.Closed _ -> throw new IllegalStateException("the writer is closed");
            case WriteResult.Refused refused -> throw new IllegalStateException("a write was refused: " + refused);
            case WriteResult.Failed failed -> throw new IllegalStateException("a reliable write failed: " + failed);
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
