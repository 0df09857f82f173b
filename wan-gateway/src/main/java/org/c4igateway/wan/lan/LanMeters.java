package org.c4igateway.wan.lan;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.c4igateway.dds.api.event.DdsEvent;

/**
 * Counts what crosses the border to a domain: samples read and written by kind, messages that no reader took in time,
 * samples that are no samples of their type, warnings of DDS.
 */
final class LanMeters {
    private static final String KIND = "kind";
    private static final String MESSAGE = "message";
    private static final String RECEIPT = "receipt";

    private final MeterRegistry registry;
    private final String prefix;
    private final Counter messagesRead;
    private final Counter receiptsRead;
    private final Counter messagesWritten;
    private final Counter receiptsWritten;
    private final Counter dropped;
    private final Counter malformed;

    /** @param prefix of the names */
    LanMeters(MeterRegistry registry, String prefix) {
        this.registry = registry;
        this.prefix = prefix;
        this.messagesRead = registry.counter(prefix + ".read", KIND, MESSAGE);
        this.receiptsRead = registry.counter(prefix + ".read", KIND, RECEIPT);
        this.messagesWritten = registry.counter(prefix + ".written", KIND, MESSAGE);
        this.receiptsWritten = registry.counter(prefix + ".written", KIND, RECEIPT);
        this.dropped = registry.counter(prefix + ".dropped");
        this.malformed = registry.counter(prefix + ".malformed");
    }

    void messageRead() {
        messagesRead.increment();
    }

    void receiptRead() {
        receiptsRead.increment();
    }

    void messageWritten() {
        messagesWritten.increment();
    }

    void receiptWritten() {
        receiptsWritten.increment();
    }

    void dropped(int count) {
        dropped.increment(count);
    }

    void malformed() {
        malformed.increment();
    }

    void event(DdsEvent event) {
        registry.counter(prefix + ".events", "event", event.getClass().getSimpleName())
                .increment();
    }
}
