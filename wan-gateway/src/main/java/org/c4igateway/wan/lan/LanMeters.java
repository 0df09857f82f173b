package org.c4igateway.wan.lan;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.LongSupplier;
import org.c4igateway.core.watch.PacedWarning;
import org.c4igateway.dds.api.event.DdsEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what crosses the border to a domain: samples read and written by kind, messages that no reader took in time,
 * samples that are no samples of their type or cannot be written, warnings of DDS.
 */
final class LanMeters {
    private static final Logger LOG = LoggerFactory.getLogger(LanMeters.class);
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
    private final PacedWarning warning;

    /**
     * @param prefix of the names
     * @param nanos a clock that is never set
     */
    LanMeters(MeterRegistry registry, String prefix, LongSupplier nanos) {
        this.registry = registry;
        this.prefix = prefix;
        this.messagesRead = registry.counter(prefix + ".read", KIND, MESSAGE);
        this.receiptsRead = registry.counter(prefix + ".read", KIND, RECEIPT);
        this.messagesWritten = registry.counter(prefix + ".written", KIND, MESSAGE);
        this.receiptsWritten = registry.counter(prefix + ".written", KIND, RECEIPT);
        this.dropped = registry.counter(prefix + ".dropped");
        this.malformed = registry.counter(prefix + ".malformed");
        this.warning = new PacedWarning(nanos);
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

    /** @param wrong the sample, or what is wrong with it */
    void malformed(Object wrong) {
        malformed.increment();
        warning.next()
                .ifPresent(others -> LOG.warn(
                        "a sample of this site's domain is wrong: {}; {} others since the last such line",
                        wrong,
                        others));
    }

    /** A sample that no attempt can write. */
    void refused(String topic, String detail) {
        malformed.increment();
        warning.next()
                .ifPresent(others ->
                        LOG.warn("{}: not written: {}; {} others since the last such line", topic, detail, others));
    }

    void event(DdsEvent event) {
        registry.counter(prefix + ".events", "event", event.getClass().getSimpleName())
                .increment();
    }
}
