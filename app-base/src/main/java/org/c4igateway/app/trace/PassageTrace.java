package org.c4igateway.app.trace;

import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.core.fault.GatewayException;

/**
 * Makes spans of messages that pass a process which is neither their origin nor their destination, below the
 * {@code send} of their origin. Any thread; never blocks.
 */
public final class PassageTrace implements AutoCloseable {
    private final double share;
    private final Spans spans;
    private final InstantSource time;

    private PassageTrace(double share, Spans spans, InstantSource time) {
        this.share = share;
        this.spans = spans;
        this.time = time;
    }

    /**
     * Begins to export.
     *
     * @param instance which process makes the spans
     * @return empty when the settings name no collector
     * @throws GatewayException.Fatal when the file of certificates cannot be read
     */
    public static Optional<PassageTrace> open(
            String instance, TraceSettings settings, MeterRegistry meters, InstantSource time) {
        URI endpoint = settings.endpoint();
        return endpoint == null
                ? Optional.empty()
                : Optional.of(
                        new PassageTrace(settings.share(), new Spans(instance, settings, endpoint, meters), time));
    }

    /** @return whether the way of this message is followed */
    public boolean covers(TracedMessage message) {
        return TraceIds.isWithin(message.identity(), share);
    }

    /**
     * A message has passed.
     *
     * @param name of the spans, one for each destination
     * @param since when it came
     * @param attributes of the spans, beside those of each message
     * @param lost why it did not get further; empty when it did
     */
    public void passed(
            String name,
            TracedMessage message,
            Collection<String> destinations,
            Instant since,
            Map<String, String> attributes,
            String lost) {
        String trace = TraceIds.trace(message.identity());
        Instant now = time.instant();
        for (String destination : destinations) {
            Span span = spans.below(
                    Spans.remote(trace, TraceIds.span(trace, OtlpTrace.SEND, destination)),
                    name,
                    Spans.randomId(),
                    since,
                    SpanKind.INTERNAL);
            attributes.forEach((key, value) -> span.setAttribute(AttributeKey.stringKey(key), value));
            if (!lost.isEmpty()) {
                Spans.fail(span, lost);
            }
            spans.end(span, message, destination, now);
        }
    }

    /** Exports what waits, for at most five seconds, and ends. */
    @Override
    public void close() {
        spans.close();
    }
}
