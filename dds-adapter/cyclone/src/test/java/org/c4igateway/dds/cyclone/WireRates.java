package org.c4igateway.dds.cyclone;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.contract.ContractDomain;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.IgnoreLocal;
import org.c4igateway.dds.api.qos.QosPolicy.WriterBatching;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.sample.SampleListener;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures round trip and one-way rate of the provider between two processes on the loopback interface.
 *
 * <p>Start {@code serve DOMAIN} in one process, then {@code ping DOMAIN BYTES SECONDS} or
 * {@code rate DOMAIN BYTES SECONDS} in another. {@code BYTES} counts the payload; the envelope adds about 90.
 */
final class WireRates {
    private static final Logger LOG = LoggerFactory.getLogger(WireRates.class);
    private static final Qos READER = ContractDomain.RELIABLE.with(new IgnoreLocal(true));
    private static final Qos BATCHED = ContractDomain.RELIABLE.with(new WriterBatching(true));
    private static final int BURST = 256;
    private static final int WARM_UP_SECONDS = 3;

    private WireRates() {}

    /** See the class. */
    public static void main(String[] arguments) throws InterruptedException {
        int domain = Integer.parseInt(arguments[1]);
        try (DdsParticipant participant =
                DdsProvider.named("cyclone").open(ContractDomain.config(domain, Duration.ofSeconds(10)), event -> {})) {
            switch (arguments[0]) {
                case "serve" -> serve(participant);
                case "ping" -> ping(participant, Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
                case "rate" -> rate(participant, Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
                default -> throw new IllegalArgumentException("serve, ping or rate: " + arguments[0]);
            }
        }
    }

    private static void serve(DdsParticipant participant) throws InterruptedException {
        DdsWriter<KmtfMessage> pong = participant.createWriter("RATE_PONG", WireType.MESSAGE, ContractDomain.RELIABLE);
        participant.createReader("RATE_PING", WireType.MESSAGE, READER, samples -> {
            for (Sample<KmtfMessage> sample : samples) {
                if (sample instanceof Sample.Data<KmtfMessage> data) {
                    pong.write(data.value());
                }
            }
        });
        AtomicLong received = new AtomicLong();
        participant.createReader("RATE_FLOOD", WireType.MESSAGE, READER, count(received));
        while (true) {
            long before = received.get();
            LockSupport.parkNanos(1_000_000_000L);
            long rate = received.get() - before;
            if (rate > 0) {
                LOG.info("received {} messages/s", rate);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    private static SampleListener<KmtfMessage> count(AtomicLong received) {
        return samples -> received.addAndGet(samples.size());
    }

    private static void ping(DdsParticipant participant, int bytes, int seconds) throws InterruptedException {
        Semaphore answered = new Semaphore(0);
        participant.createReader("RATE_PONG", WireType.MESSAGE, READER, samples -> answered.release());
        DdsWriter<KmtfMessage> writer =
                participant.createWriter("RATE_PING", WireType.MESSAGE, ContractDomain.RELIABLE);
        awaitMatch(writer);
        KmtfMessage message = ContractDomain.message("RATES", 1, new byte[bytes]);
        roundTrips(writer, message, answered, WARM_UP_SECONDS);
        long[] nanos = roundTrips(writer, message, answered, seconds);
        Arrays.sort(nanos);
        LOG.info(String.format(
                Locale.ROOT,
                "round trip %d B: %d samples, p50 %.1f us, p90 %.1f us, p99 %.1f us, max %.0f us",
                bytes,
                nanos.length,
                nanos[nanos.length / 2] / 1e3,
                nanos[nanos.length * 9 / 10] / 1e3,
                nanos[nanos.length * 99 / 100] / 1e3,
                nanos[nanos.length - 1] / 1e3));
    }

    private static long[] roundTrips(
            DdsWriter<KmtfMessage> writer, KmtfMessage message, Semaphore answered, int seconds)
            throws InterruptedException {
        long[] nanos = new long[1 << 20];
        int count = 0;
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        while (System.nanoTime() < end && count < nanos.length) {
            long start = System.nanoTime();
            writer.write(message);
            answered.acquire();
            nanos[count++] = System.nanoTime() - start;
        }
        return Arrays.copyOf(nanos, count);
    }

    private static void rate(DdsParticipant participant, int bytes, int seconds) {
        DdsWriter<KmtfMessage> writer = participant.createWriter("RATE_FLOOD", WireType.MESSAGE, BATCHED);
        awaitMatch(writer);
        KmtfMessage message = ContractDomain.message("RATES", 1, new byte[bytes]);
        flood(writer, message, WARM_UP_SECONDS);
        long start = System.nanoTime();
        long sent = flood(writer, message, seconds);
        writer.awaitAcknowledged(Duration.ofSeconds(10));
        double elapsed = (System.nanoTime() - start) / 1e9;
        LOG.info(String.format(
                Locale.ROOT, "one way %d B batched: %.0f messages/s acknowledged", bytes, sent / elapsed));
    }

    private static long flood(DdsWriter<KmtfMessage> writer, KmtfMessage message, int seconds) {
        long sent = 0;
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        while (System.nanoTime() < end) {
            for (int i = 0; i < BURST; i++) {
                if (writer.write(message) instanceof WriteResult.Written) {
                    sent++;
                }
            }
            writer.flush();
        }
        return sent;
    }

    private static void awaitMatch(DdsWriter<?> writer) {
        for (int tries = 0; writer.matchedReaders() == 0 && tries < 3_000; tries++) {
            LockSupport.parkNanos(10_000_000L);
        }
        if (writer.matchedReaders() == 0) {
            throw new IllegalStateException("nobody serves in this domain: " + List.of(writer.topic()));
        }
    }
}
