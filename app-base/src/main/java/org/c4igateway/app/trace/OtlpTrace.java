package org.c4igateway.app.trace;

import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.flow.DeliveryTrace;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.DeliveryOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Makes spans of what the data path of a node tells. Any thread; never blocks.
 *
 * <p>A row's trace has, for each destination, {@code deliver} from created-at to the recorded final state, and below
 * it {@code outbox} until the transport took the row and {@code send} until its final state; at the destination, below
 * {@code send}, {@code receive} from the arrival to the commit, and in it {@code inbox}, the transaction.
 */
public final class OtlpTrace implements DeliveryTrace, AutoCloseable {
    /** Name of the span that is told of by its origin, and below which others put theirs. */
    static final String SEND = "send";

    private static final String DELIVER = "deliver";
    private static final AttributeKey<String> TRANSPORT = AttributeKey.stringKey("messaging.system");
    private static final AttributeKey<String> STATE = AttributeKey.stringKey("c4i.state");

    private final SystemName self;
    private final double share;
    private final InstantSource time;
    private final Spans spans;

    private OtlpTrace(SystemName self, double share, Spans spans, InstantSource time) {
        this.self = self;
        this.share = share;
        this.spans = spans;
        this.time = time;
    }

    /**
     * Begins to export.
     *
     * @return a trace that follows nothing when the settings name no collector
     * @throws GatewayException.Fatal when the file of certificates cannot be read
     */
    public static DeliveryTrace open(
            SystemName self, TraceSettings settings, MeterRegistry meters, InstantSource time) {
        URI endpoint = settings.endpoint();
        return endpoint == null
                ? DeliveryTrace.NONE
                : new OtlpTrace(self, settings.share(), new Spans(self.toString(), settings, endpoint, meters), time);
    }

    @Override
    public boolean covers(Message message) {
        return TraceIds.isWithin(TraceIds.identity(message), share);
    }

    @Override
    public void settled(DeliveryOutcome outcome, long sentAgoNanos) {
        TracedMessage message = TracedMessage.of(outcome.message());
        String destination = outcome.destination().toString();
        String trace = TraceIds.trace(message.identity());
        Instant now = time.instant();
        Instant sent = sentAgoNanos < 0 ? now : now.minusNanos(sentAgoNanos);
        SpanContext root = Spans.remote(trace, TraceIds.span(trace, DELIVER, destination));
        Span outbox = spans.below(root, "outbox", Spans.randomId(), message.createdAt(), SpanKind.INTERNAL);
        spans.end(outbox, message, destination, sent);
        if (sentAgoNanos >= 0) {
            String id = TraceIds.span(trace, SEND, destination);
            spans.end(spans.below(root, SEND, id, sent, SpanKind.PRODUCER), message, destination, now);
        }
    }

    @Override
    public void recorded(List<DeliveryOutcome> outcomes) {
        Instant now = time.instant();
        for (DeliveryOutcome outcome : outcomes) {
            if (covers(outcome.message())) {
                TracedMessage message = TracedMessage.of(outcome.message());
                String destination = outcome.destination().toString();
                String trace = TraceIds.trace(message.identity());
                String id = TraceIds.span(trace, DELIVER, destination);
                Span span = spans.root(DELIVER, trace, id, message.createdAt());
                span.setAttribute(STATE, outcome.state().name());
                fail(span, outcome.code());
                spans.end(span, message, destination, now);
            }
        }
    }

    @Override
    public void received(Message received, Arrived arrived, @Nullable ReasonCode refused) {
        TracedMessage message = TracedMessage.of(received);
        String here = self.toString();
        String trace = TraceIds.trace(message.identity());
        Instant now = time.instant();
        String id = Spans.randomId();
        SpanContext send = Spans.remote(trace, TraceIds.span(trace, SEND, here));
        Span receive = spans.below(send, "receive", id, now.minusNanos(arrived.agoNanos()), SpanKind.CONSUMER);
        receive.setAttribute(TRANSPORT, arrived.transport());
        fail(receive, refused);
        Instant begun = now.minusNanos(arrived.writtenAgoNanos());
        Span inbox = spans.below(Spans.remote(trace, id), "inbox", Spans.randomId(), begun, SpanKind.INTERNAL);
        spans.end(inbox, message, here, now);
        spans.end(receive, message, here, now);
    }

    private static void fail(Span span, @Nullable ReasonCode code) {
        if (code != null) {
            Spans.fail(span, code.code());
        }
    }

    /** Exports what waits, for at most five seconds, and ends. */
    @Override
    public void close() {
        spans.close();
    }
}
