package org.c4igateway.bench;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.KmtfMessage;
import org.c4igateway.dds.api.Qos;
import org.c4igateway.dds.api.QosPolicy;
import org.c4igateway.dds.api.Sample;
import org.c4igateway.dds.api.WireTuning;
import org.c4igateway.dds.api.WireType;

/**
 * The other process of the DDS benchmarks: answers pings, counts the stream, reads as many topics as it is told, until it is
 * destroyed.
 */
final class DdsPartner {
    static final String PING = "BENCH_PING";
    static final String PONG = "BENCH_PONG";
    static final String STREAM = "BENCH_STREAM";
    static final String COUNT = "BENCH_COUNT";
    static final String TOPIC = "BENCH_TOPIC_";

    /** Reliable, nothing is overwritten, nothing kept for late joiners. */
    static final Qos RELIABLE = Qos.of(
            new QosPolicy.Reliability(QosPolicy.Reliability.Kind.RELIABLE, Duration.ofSeconds(10)),
            QosPolicy.History.keepAll(),
            new QosPolicy.Durability(QosPolicy.Durability.Kind.VOLATILE));

    private DdsPartner() {}

    static DdsParticipant join(int domain) {
        DomainConfig config =
                new DomainConfig(domain, DomainConfig.Network.loopback(), DomainConfig.DEFAULT_LEASE, WireTuning.LAN);
        return DdsProvider.named("cyclone").open(config, event -> {});
    }

    static KmtfMessage message(String origin, long sequence, byte[] payload) {
        return new KmtfMessage(origin, "", sequence, "A004", 3, 1, Long.MAX_VALUE, "", List.of(), payload);
    }

    /** Arguments: domain, number of topics besides those of the rate measurements. */
    public static void main(String[] args) throws InterruptedException {
        DdsParticipant participant = join(Integer.parseInt(args[0]));
        DdsWriter<KmtfMessage> pong = participant.createWriter(PONG, WireType.MESSAGE, RELIABLE);
        participant.createReader(PING, WireType.MESSAGE, RELIABLE, samples -> {
            for (Sample<KmtfMessage> sample : samples) {
                if (sample instanceof Sample.Data<KmtfMessage> data) {
                    pong.write(message(
                            "PARTNER", data.value().sequence(), data.value().payload()));
                    pong.flush();
                }
            }
        });
        count(participant);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            participant.createReader(TOPIC + i, WireType.MESSAGE, RELIABLE, samples -> {});
        }
        new CountDownLatch(1).await();
    }

    /** Reports how many messages came whenever the sender marks the end of its stream with an empty label. */
    private static void count(DdsParticipant participant) {
        DdsWriter<KmtfMessage> counts = participant.createWriter(COUNT, WireType.MESSAGE, RELIABLE);
        AtomicLong received = new AtomicLong();
        participant.createReader(STREAM, WireType.MESSAGE, RELIABLE, samples -> {
            for (Sample<KmtfMessage> sample : samples) {
                if (sample instanceof Sample.Data<KmtfMessage> data) {
                    received.incrementAndGet();
                    if (data.value().payload().length == 0) {
                        counts.write(message("PARTNER", received.getAndSet(0), new byte[0]));
                        counts.flush();
                    }
                }
            }
        });
    }
}
