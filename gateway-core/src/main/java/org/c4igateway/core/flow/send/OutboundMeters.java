package org.c4igateway.core.flow.send;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.core.flow.OwnGauges;
import org.c4igateway.core.flow.send.group.SendGroup;
import org.c4igateway.core.flow.send.group.SendGroups;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;

/** Meters of one outbound group. Used by one thread; the gauges are read by any. */
public final class OutboundMeters implements AutoCloseable {
    private final MeterRegistry registry;
    private final OwnGauges gauges;
    private final Map<Precedence, Counter> rowsRead = new EnumMap<>(Precedence.class);
    private final Map<DeliveryKey, Counter> deliveries = new HashMap<>();
    private final Counter sent;
    private final Counter backPressure;
    private final Counter databaseRetries;
    private final AtomicLong inFlightRows = new AtomicLong();
    private final AtomicLong inFlightBytes = new AtomicLong();

    public OutboundMeters(MeterRegistry registry, String transport, String group) {
        this.registry = registry;
        this.gauges = new OwnGauges(registry);
        for (Precedence precedence : Precedence.values()) {
            rowsRead.put(
                    precedence,
                    registry.counter(
                            MeterNames.OUTBOX_ROWS, MeterNames.GROUP, group, MeterNames.PRECEDENCE, precedence.name()));
        }
        String[] labels = {MeterNames.TRANSPORT, transport, MeterNames.GROUP, group};
        this.sent = registry.counter(MeterNames.SENT, labels);
        this.backPressure = registry.counter(MeterNames.BACK_PRESSURE, labels);
        this.databaseRetries = registry.counter(MeterNames.DATABASE_RETRIES, MeterNames.PART, "outbox-" + group);
        gauges.add(MeterNames.IN_FLIGHT_ROWS, Tags.of(labels), inFlightRows, AtomicLong::get);
        gauges.add(MeterNames.IN_FLIGHT_BYTES, Tags.of(labels), inFlightBytes, AtomicLong::get);
    }

    @Override
    public void close() {
        gauges.close();
    }

    void read(Precedence precedence, int rows) {
        Counter counter = rowsRead.get(precedence);
        if (rows > 0 && counter != null) {
            counter.increment(rows);
        }
    }

    void sent(int messages) {
        sent.increment(messages);
    }

    void backPressured() {
        backPressure.increment();
    }

    void databaseRetry() {
        databaseRetries.increment();
    }

    void rewound(SystemName destination, String reason) {
        registry.counter(MeterNames.REWINDS, MeterNames.DESTINATION, destination.value(), MeterNames.REASON, reason)
                .increment();
    }

    void settled(Iterable<DeliveryOutcome> outcomes) {
        for (DeliveryOutcome outcome : outcomes) {
            String code = outcome.code() == null ? "none" : outcome.code().code();
            deliveries
                    .computeIfAbsent(new DeliveryKey(outcome.destination(), outcome.state(), code), this::deliveries)
                    .increment();
        }
    }

    private Counter deliveries(DeliveryKey key) {
        return registry.counter(
                MeterNames.DELIVERIES,
                MeterNames.DESTINATION,
                key.destination().value(),
                MeterNames.STATE,
                key.state().label(),
                MeterNames.CODE,
                key.code());
    }

    void inFlight(SendGroups groups) {
        long rows = 0;
        long bytes = 0;
        for (SendGroup sendGroup : groups.all()) {
            rows += sendGroup.budget().rows();
            bytes += sendGroup.budget().bytes();
        }
        inFlightRows.set(rows);
        inFlightBytes.set(bytes);
    }

    /** What deliveries are counted by. */
    private record DeliveryKey(SystemName destination, DeliveryState state, String code) {}
}
