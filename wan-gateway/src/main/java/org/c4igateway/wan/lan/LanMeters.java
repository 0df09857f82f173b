package org.c4igateway.wan.lan;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.c4igateway.dds.api.DdsEvent;

/** Counts what crosses the border to the site's domain. */
final class LanMeters {
    /** Messages and receipts read; label kind. */
    static final String READ = "c4i.wan.lan.read";
    /** Messages and receipts written; label kind. */
    static final String WRITTEN = "c4i.wan.lan.written";
    /** Messages that no reader of the domain took in time. */
    static final String DROPPED = "c4i.wan.lan.dropped";
    /** Samples that are no samples of their type. */
    static final String MALFORMED = "c4i.wan.lan.malformed";
    /** Warnings of DDS; label event. */
    static final String EVENTS = "c4i.wan.lan.events";

    private static final String KIND = "kind";
    private static final String MESSAGE = "message";
    private static final String RECEIPT = "receipt";

    private final MeterRegistry registry;
    private final Counter messagesRead;
    private final Counter receiptsRead;
    private final Counter messagesWritten;
    private final Counter receiptsWritten;
    private final Counter dropped;
    private final Counter malformed;

    LanMeters(MeterRegistry registry) {
        this.registry = registry;
        this.messagesRead = registry.counter(READ, KIND, MESSAGE);
        this.receiptsRead = registry.counter(READ, KIND, RECEIPT);
        this.messagesWritten = registry.counter(WRITTEN, KIND, MESSAGE);
        this.receiptsWritten = registry.counter(WRITTEN, KIND, RECEIPT);
        this.dropped = registry.counter(DROPPED);
        this.malformed = registry.counter(MALFORMED);
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
        registry.counter(EVENTS, "event", event.getClass().getSimpleName()).increment();
    }
}
