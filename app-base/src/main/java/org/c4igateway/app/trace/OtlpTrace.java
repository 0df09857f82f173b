package org.c4igateway.app.trace;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.flow.DeliveryTrace;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.store.DeliveryOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Makes spans of what the data path tells and exports them in the background: what the queue of 8,192 spans has no room
 * for is dropped, and the data path never waits. Any thread.
 *
 * <p>A row's trace has, for each destination, {@code deliver} from created-at to the recorded final state, and below
 * it {@code outbox} until the transport took the row and {@code send} until its final state; at the destination, below
 * {@code send}, {@code receive} from the arrival to the commit, and in it {@code inbox}, the transaction. Spans hold
 * identity, topic, precedence and size of a message, never its payload, label or subject.
 */
public final class OtlpTrace implements DeliveryTrace, AutoCloseable {
    private static final int QUEUE = 8_192;
    private static final long CLOSE_SECONDS = 5;
    private static final String SEND = "send";
    private static final String DELIVER = "deliver";

    private static final AttributeKey<String> MESSAGE = AttributeKey.stringKey("messaging.message.id");
    private static final AttributeKey<Long> SIZE = AttributeKey.longKey("messaging.message.body.size");
    private static final AttributeKey<String> TRANSPORT = AttributeKey.stringKey("messaging.system");
    private static final AttributeKey<String> DESTINATION = AttributeKey.stringKey("messaging.destination.name");
    private static final AttributeKey<String> ORIGIN = AttributeKey.stringKey("c4i.origin");
    private static final AttributeKey<String> TOPIC = AttributeKey.stringKey("c4i.topic");
    private static final AttributeKey<String> PRECEDENCE = AttributeKey.stringKey("c4i.precedence");
    private static final AttributeKey<String> STATE = AttributeKey.stringKey("c4i.state");
    private static final AttributeKey<String> CODE = AttributeKey.stringKey("c4i.code");
    private static final AttributeKey<Long> REPEATS = AttributeKey.longKey("c4i.repeats");

    private final SystemName self;
    private final double share;
    private final InstantSource time;
    private final GivenIds ids = new GivenIds();
    private final SdkTracerProvider provider;
    private final Tracer tracer;
    private final Counter made;

    private OtlpTrace(SystemName self, TraceSettings settings, URI endpoint, MeterRegistry meters, InstantSource time) {
        this.self = self;
        this.share = settings.share();
        this.time = time;
        this.made = spans(meters, "made");
        this.provider = SdkTracerProvider.builder()
                .setResource(Resource.create(Attributes.of(
                        AttributeKey.stringKey("service.name"),
                        "c4i-gateway",
                        AttributeKey.stringKey("service.instance.id"),
                        self.toString())))
                .setSampler(Sampler.alwaysOn()) // what is not followed never comes here
                .setIdGenerator(ids)
                .addSpanProcessor(
                        BatchSpanProcessor.builder(new CountingExporter(exporter(settings, endpoint), endpoint, meters))
                                .setMaxQueueSize(QUEUE)
                                .setMeterProvider(MeterProvider.noop())
                                .build())
                .build();
        this.tracer = provider.get("org.c4igateway");
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
        return endpoint == null ? DeliveryTrace.NONE : new OtlpTrace(self, settings, endpoint, meters, time);
    }

    private static OtlpHttpSpanExporter exporter(TraceSettings settings, URI endpoint) {
        OtlpHttpSpanExporterBuilder builder = OtlpHttpSpanExporter.builder()
                .setEndpoint(endpoint.toString())
                .setTimeout(settings.timeout())
                .setMeterProvider(MeterProvider::noop);
        if (settings.username() != null) {
            byte[] login = (settings.username() + ":" + settings.password()).getBytes(StandardCharsets.UTF_8);
            builder.addHeader("Authorization", "Basic " + Base64.getEncoder().encodeToString(login));
        }
        Path trust = settings.trust();
        if (trust != null) {
            try {
                builder.setTrustedCertificates(Files.readAllBytes(trust));
            } catch (IOException | IllegalArgumentException | IllegalStateException e) {
                throw new GatewayException.Fatal(
                                ErrorCode.CONFIGURATION,
                                TraceSettings.PREFIX + ".trust: " + trust + " cannot be used: " + e,
                                "Name a PEM file of certificates that the service may read.",
                                e)
                        .about(TraceSettings.PREFIX + ".trust");
            }
        }
        return builder.build();
    }

    static Counter spans(MeterRegistry meters, String result) {
        return meters.counter(MeterNames.TRACE_SPANS, "result", result);
    }

    @Override
    public boolean covers(Message message) {
        return TraceIds.isWithin(message, share);
    }

    @Override
    public void settled(DeliveryOutcome outcome, long sentAgoNanos) {
        String trace = TraceIds.trace(outcome.message());
        Instant now = time.instant();
        Instant sent = sentAgoNanos < 0 ? now : now.minusNanos(sentAgoNanos);
        SpanContext root = remote(trace, TraceIds.span(trace, DELIVER, outcome.destination()));
        end(start("outbox", root, random(), outcome.message().createdAt(), SpanKind.INTERNAL), outcome, sent);
        if (sentAgoNanos >= 0) {
            String id = TraceIds.span(trace, SEND, outcome.destination());
            end(start(SEND, root, id, sent, SpanKind.PRODUCER), outcome, now);
        }
    }

    @Override
    public void recorded(List<DeliveryOutcome> outcomes) {
        Instant now = time.instant();
        for (DeliveryOutcome outcome : outcomes) {
            if (covers(outcome.message())) {
                String trace = TraceIds.trace(outcome.message());
                String id = TraceIds.span(trace, DELIVER, outcome.destination());
                Span span = startRoot(trace, id, outcome.message().createdAt());
                span.setAttribute(STATE, outcome.state().name());
                fail(span, outcome.code());
                end(span, outcome, now);
            }
        }
    }

    @Override
    public void received(Message message, Arrived arrived, @Nullable ReasonCode refused) {
        String trace = TraceIds.trace(message);
        Instant now = time.instant();
        String id = random();
        Span receive = start(
                "receive",
                remote(trace, TraceIds.span(trace, SEND, self)),
                id,
                now.minusNanos(arrived.agoNanos()),
                SpanKind.CONSUMER);
        receive.setAttribute(TRANSPORT, arrived.transport());
        fail(receive, refused);
        Span inbox = start(
                "inbox", remote(trace, id), random(), now.minusNanos(arrived.writtenAgoNanos()), SpanKind.INTERNAL);
        end(inbox, message, self, now);
        end(receive, message, self, now);
    }

    private static void fail(Span span, @Nullable ReasonCode code) {
        if (code != null) {
            span.setAttribute(CODE, code.code());
            span.setStatus(StatusCode.ERROR, code.code());
        }
    }

    private Span startRoot(String trace, String id, Instant start) {
        synchronized (ids) {
            ids.next(trace, id);
            return tracer.spanBuilder(DELIVER)
                    .setNoParent()
                    .setSpanKind(SpanKind.INTERNAL)
                    .setStartTimestamp(start)
                    .startSpan();
        }
    }

    private Span start(String name, SpanContext parent, String id, Instant start, SpanKind kind) {
        synchronized (ids) {
            ids.next(parent.getTraceId(), id);
            return tracer.spanBuilder(name)
                    .setParent(Context.root().with(Span.wrap(parent)))
                    .setSpanKind(kind)
                    .setStartTimestamp(start)
                    .startSpan();
        }
    }

    private void end(Span span, DeliveryOutcome outcome, Instant end) {
        end(span, outcome.message(), outcome.destination(), end);
    }

    private void end(Span span, Message message, SystemName destination, Instant end) {
        span.setAttribute(MESSAGE, message.id().origin() + "/" + message.id().sequence());
        span.setAttribute(ORIGIN, message.id().origin().toString());
        span.setAttribute(DESTINATION, destination.toString());
        span.setAttribute(TOPIC, message.topicId());
        span.setAttribute(PRECEDENCE, message.precedence().name());
        span.setAttribute(SIZE, (long) message.payload().length);
        if (message.repeats() > 0) {
            span.setAttribute(REPEATS, message.repeats());
        }
        span.end(end);
        made.increment();
    }

    private static SpanContext remote(String trace, String span) {
        return SpanContext.createFromRemoteParent(trace, span, TraceFlags.getSampled(), TraceState.getDefault());
    }

    private static String random() {
        return SpanId.fromLong(ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
    }

    /** Exports what waits, for at most five seconds, and ends. */
    @Override
    public void close() {
        provider.shutdown().join(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
}
