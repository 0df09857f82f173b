package org.c4igateway.app.trace;

import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.sdk.trace.IdGenerator;

/** Gives a tracer the ids that its next span shall have. One thread at a time. */
final class GivenIds implements IdGenerator {
    private String trace = "";
    private String span = SpanId.getInvalid();

    void next(String traceId, String spanId) {
        trace = traceId;
        span = spanId;
    }

    @Override
    public String generateSpanId() {
        return span;
    }

    @Override
    public String generateTraceId() {
        return trace;
    }
}
