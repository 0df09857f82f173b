package org.c4igateway.jms.engine;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.net.SocketAddress;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.watch.PacedWarning;
import org.c4igateway.jms.JmsTransport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections to the engine that ended before they had begun with the Core protocol. Counts each one, and names one a
 * minute in the log, so that a port scan does not fill it. Safe for any thread.
 */
public final class Strangers {
    private static final Logger LOG = LoggerFactory.getLogger(Strangers.class);

    private final PacedWarning warning;
    private final Map<Reason, Counter> counters = new EnumMap<>(Reason.class);

    /** Why a connection was closed. */
    enum Reason {
        PROTOCOL("protocol", "it does not begin with the Core protocol"),
        TLS("tls", "its TLS handshake failed"),
        SILENT("silent", "it sent no request in time"),
        CROWD("crowd", "too many connections have not yet said what they want");

        private final String label;
        private final String text;

        Reason(String label, String text) {
            this.label = label;
            this.text = text;
        }
    }

    /** @param ticks a clock that never goes back, nanoseconds */
    public Strangers(MeterRegistry meters, LongSupplier ticks) {
        this.warning = new PacedWarning(ticks);
        for (Reason reason : Reason.values()) {
            Tags tags = Tags.of(MeterNames.TRANSPORT, JmsTransport.NAME, "reason", reason.label);
            counters.put(reason, meters.counter("c4i.transport.strangers", tags));
        }
    }

    /** A connection was closed. Call it once for each. */
    void turnedAway(SocketAddress from, Reason reason, String detail) {
        Objects.requireNonNull(counters.get(reason)).increment();
        warning.next()
                .ifPresent(others -> LOG.warn(
                        "The JMS engine closed a connection from {}: {}{}; {} others since the last such line",
                        from,
                        reason.text,
                        detail,
                        others));
    }
}
