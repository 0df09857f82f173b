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
import java.util.Base64;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.metric.MeterNames;

/**
 * Makes spans of messages and exports them in the background: what the queue of 8,192 spans has no room for is dropped,
 * and nobody waits. Spans hold identity, topic, precedence and size of a message, never its payload, label or subject.
 * Any thread.
 */
final class Spans implements AutoCloseable {
    private static final int QUEUE = 8_192;
    private static final long CLOSE_SECONDS = 5;

    private static final AttributeKey<String> MESSAGE = AttributeKey.stringKey("messaging.message.id");
    private static final AttributeKey<Long> SIZE = AttributeKey.longKey("messaging.message.body.size");
    private static final AttributeKey<String> DESTINATION = AttributeKey.stringKey("messaging.destination.name");
    private static final AttributeKey<String> ORIGIN = AttributeKey.stringKey("c4i.origin");
    private static final AttributeKey<String> TOPIC = AttributeKey.stringKey("c4i.topic");
    private static final AttributeKey<String> PRECEDENCE = AttributeKey.stringKey("c4i.precedence");
    private static final AttributeKey<String> CODE = AttributeKey.stringKey("c4i.code");
    private static final AttributeKey<Long> REPEATS = AttributeKey.longKey("c4i.repeats");

    private final GivenIds ids = new GivenIds();
    private final SdkTracerProvider provider;
    private final Tracer tracer;
    private final Counter made;

    /**
     * Begins to export.
     *
     * @param instance which process makes the spans
     * @throws GatewayException.Fatal when the file of certificates cannot be read
     */
    Spans(String instance, TraceSettings settings, URI endpoint, MeterRegistry meters) {
        this.made = count(meters, "made");
        this.provider = SdkTracerProvider.builder()
                .setResource(Resource.create(Attributes.of(
                        AttributeKey.stringKey("service.name"),
                        "c4i-gateway",
                        AttributeKey.stringKey("service.instance.id"),
                        instance)))
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

    static Counter count(MeterRegistry meters, String result) {
        return meters.counter(MeterNames.TRACE_SPANS, "result", result);
    }

    /** Begins the first span of a trace. */
    Span root(String name, String trace, String id, Instant start) {
        synchronized (ids) {
            ids.next(trace, id);
            return tracer.spanBuilder(name)
                    .setNoParent()
                    .setSpanKind(SpanKind.INTERNAL)
                    .setStartTimestamp(start)
                    .startSpan();
        }
    }

    /** Begins a span below another one, which may be of another process. */
    Span below(SpanContext parent, String name, String id, Instant start, SpanKind kind) {
        synchronized (ids) {
            ids.next(parent.getTraceId(), id);
            return tracer.spanBuilder(name)
                    .setParent(Context.root().with(Span.wrap(parent)))
                    .setSpanKind(kind)
                    .setStartTimestamp(start)
                    .startSpan();
        }
    }

    /** Ends a span, about a message on its way to that system. */
    void end(Span span, TracedMessage message, String destination, Instant end) {
        span.setAttribute(MESSAGE, message.origin() + "/" + message.sequence());
        span.setAttribute(ORIGIN, message.origin());
        span.setAttribute(DESTINATION, destination);
        span.setAttribute(TOPIC, message.topicId());
        span.setAttribute(PRECEDENCE, message.precedence());
        span.setAttribute(SIZE, message.size());
        if (message.repeats() > 0) {
            span.setAttribute(REPEATS, message.repeats());
        }
        span.end(end);
        made.increment();
    }

    /** Says why the message did not get further. */
    static void fail(Span span, String code) {
        span.setAttribute(CODE, code);
        span.setStatus(StatusCode.ERROR, code);
    }

    static SpanContext remote(String trace, String span) {
        return SpanContext.createFromRemoteParent(trace, span, TraceFlags.getSampled(), TraceState.getDefault());
    }

    static String randomId() {
        return SpanId.fromLong(ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
    }

    /** Exports what waits, for at most five seconds, and ends. */
    @Override
    public void close() {
        provider.shutdown().join(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
}
