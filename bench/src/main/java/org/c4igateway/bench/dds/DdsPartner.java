package org.c4igateway.bench.dds;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.bench.JavaProcess;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsSecurity;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.wire.WireTuning;

/**
 * The other process of the DDS benchmarks: answers pings, counts the stream, reads as many topics as it is told, until
 * it is destroyed.
 */
final class DdsPartner {
    // Topics of the catalogue, since permissions name no others.
    static final String PING = "KMTF_A004";
    static final String PONG = "KMTF_A005";
    static final String STREAM = "KMTF_A010";
    static final String COUNT = "KMTF_A019";
    static final String TOPIC = "BENCH_TOPIC_";

    /** Reliable, nothing is overwritten, nothing kept for late joiners. */
    static final Qos RELIABLE = Qos.of(
            new QosPolicy.Reliability(QosPolicy.Reliability.Kind.RELIABLE, Duration.ofSeconds(10)),
            QosPolicy.History.keepAll(),
            new QosPolicy.Durability(QosPolicy.Durability.Kind.VOLATILE));

    private DdsPartner() {}

    /** @param topics how many it reads besides those of the measurements of speed */
    static JavaProcess start(DdsSubject subject, int domain, int topics) throws IOException {
        return JavaProcess.start(DdsPartner.class, subject.name(), Integer.toString(domain), Integer.toString(topics));
    }

    static DdsParticipant join(DdsSubject subject, int domain, Optional<DdsSecurity> security) {
        DomainConfig open = new DomainConfig(domain, subject.network(), DomainConfig.DEFAULT_LEASE, WireTuning.LAN);
        DomainConfig config = security.map(open::withSecurity).orElse(open);
        return DdsProvider.named(subject.provider()).open(config, event -> {});
    }

    static KmtfMessage message(String origin, long sequence, byte[] payload) {
        return new KmtfMessage(origin, "", sequence, "A004", 3, 1, Long.MAX_VALUE, "", List.of(), payload);
    }

    /** Arguments: subject, domain, number of topics as in {@link #start}; a secured domain and credentials for it. */
    public static void main(String[] args) throws InterruptedException {
        DdsSubject subject = DdsSubject.valueOf(args[0]);
        if (args.length > 3) {
            answer(join(subject, Integer.parseInt(args[3]), Optional.of(DdsSecurity.in(Path.of(args[4])))));
        }
        DdsParticipant participant = subject.join(Integer.parseInt(args[1]));
        answer(participant);
        for (int i = 0; i < Integer.parseInt(args[2]); i++) {
            participant.createReader(TOPIC + i, WireType.MESSAGE, RELIABLE, samples -> {});
        }
        new CountDownLatch(1).await();
    }

    private static void answer(DdsParticipant participant) {
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
