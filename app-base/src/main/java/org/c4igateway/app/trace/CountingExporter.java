package org.c4igateway.app.trace;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.exporter.internal.FailedExportException;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.net.URI;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what an exporter sends, and says once when the collector fails and once when it is back. Any thread. */
final class CountingExporter implements SpanExporter {
    private static final Logger LOG = LoggerFactory.getLogger(CountingExporter.class);

    private final SpanExporter exporter;
    private final URI endpoint;
    private final Counter exported;
    private final Counter failed;
    private final AtomicBoolean failing = new AtomicBoolean();

    CountingExporter(SpanExporter exporter, URI endpoint, MeterRegistry meters) {
        this.exporter = exporter;
        this.endpoint = endpoint;
        this.exported = Spans.count(meters, "exported");
        this.failed = Spans.count(meters, "failed");
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        CompletableResultCode result = exporter.export(spans);
        int size = spans.size();
        result.whenComplete(() -> {
            if (result.isSuccess()) {
                exported.increment(size);
                if (failing.compareAndSet(true, false)) {
                    LOG.info("The collector of traces at {} accepts them again", endpoint);
                }
            } else {
                failed.increment(size);
                if (failing.compareAndSet(false, true)) {
                    LOG.warn("The collector of traces at {} does not accept them: {}", endpoint, why(result));
                }
            }
        });
        return result;
    }

    /** In one line, without the text of the other side. */
    private static String why(CompletableResultCode result) {
        Throwable fault = result.getFailureThrowable();
        if (fault instanceof FailedExportException.HttpExportException refusal && refusal.getResponse() != null) {
            return "HTTP status " + refusal.getResponse().getStatusCode();
        }
        Throwable cause = fault instanceof FailedExportException && fault.getCause() != null ? fault.getCause() : fault;
        return cause == null ? "no answer, or not the one that OTLP expects" : cause.toString();
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
