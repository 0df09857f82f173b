package org.c4igateway.jms;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.jms.engine.EmbeddedEngine;

/** Meters of the transport, named {@code c4i.transport.*}; the gauges go when the transport closes. */
final class TransportMeters {
    private static final String PREFIX = "c4i.transport.";

    private final MeterRegistry registry;
    private final Tags tags;
    private final List<Meter> ownedMeters = new CopyOnWriteArrayList<>();
    private final Counter received;
    private final Counter receivedBytes;
    private final Counter outdated;

    TransportMeters(MeterRegistry registry, String transport) {
        this.registry = registry;
        this.tags = Tags.of(MeterNames.TRANSPORT, transport);
        this.received = registry.counter(PREFIX + "received", tags);
        this.receivedBytes = registry.counter(PREFIX + "received.bytes", tags);
        this.outdated = registry.counter(PREFIX + "outdated", tags);
    }

    void received(int bytes) {
        received.increment();
        receivedBytes.increment(bytes);
    }

    /** A message that was sent to an earlier start of this node. */
    void outdated() {
        outdated.increment();
    }

    void malformed(ErrorCode code) {
        registry.counter(PREFIX + "malformed", tags.and(MeterNames.CODE, code.code()))
                .increment();
    }

    /** Watches the engine's queues and its certificate until {@link #close}. */
    void watch(EmbeddedEngine engine) {
        for (boolean control : new boolean[] {false, true}) {
            ownedMeters.add(Gauge.builder(PREFIX + "queue.depth", engine, watched -> watched.depth(control))
                    .tags(tags.and("queue", control ? "control" : "messages"))
                    .register(registry));
        }
        engine.certificateEnd()
                .ifPresent(end -> ownedMeters.add(Gauge.builder(MeterNames.CREDENTIAL_END, engine, TransportMeters::end)
                        .description(MeterNames.CREDENTIAL_END_MEANING)
                        .tags(tags.and(MeterNames.CREDENTIAL, "certificate"))
                        .register(registry)));
    }

    private static double end(EmbeddedEngine engine) {
        return engine.certificateEnd().map(Instant::getEpochSecond).orElse(0L);
    }

    /** Watches a peer until {@link #close}. One thread at a time. */
    void watch(PeerLink link) {
        ownedMeters.add(Gauge.builder(PREFIX + "unacknowledged", link, PeerLink::unacknowledged)
                .tags(tags.and(MeterNames.PEER, link.peer().value()))
                .register(registry));
    }

    OfPeer ofPeer(SystemName peer) {
        Tags peerTags = tags.and(MeterNames.PEER, peer.value());
        return new OfPeer(
                registry.counter(PREFIX + "sent", peerTags),
                registry.counter(PREFIX + "sent.bytes", peerTags),
                registry.counter(PREFIX + "back.pressure", peerTags),
                registry.counter(PREFIX + "connects", peerTags),
                registry.counter(PREFIX + "disconnects", peerTags),
                registry.summary(PREFIX + "batch.rows", peerTags),
                registry.summary(PREFIX + "batch.bytes", peerTags));
    }

    void close() {
        ownedMeters.forEach(registry::remove);
    }

    /** Counters of one peer. */
    record OfPeer(
            Counter sent,
            Counter sentBytes,
            Counter backPressure,
            Counter connects,
            Counter disconnects,
            DistributionSummary batchRows,
            DistributionSummary batchBytes) {
        /** @return the same outcome, of a message of that size */
        SendOutcome count(SendOutcome outcome, int sizeBytes) {
            switch (outcome) {
                case SendOutcome.Accepted() -> {
                    sent.increment();
                    sentBytes.increment(sizeBytes);
                }
                case SendOutcome.BackPressured _ -> backPressure.increment();
                case SendOutcome.Rejected _, SendOutcome.Disconnected _ -> {}
            }
            return outcome;
        }

        void batch(int rows, int bytes) {
            batchRows.record(rows);
            batchBytes.record(bytes);
        }
    }
}
