package org.c4igateway.app;

import org.c4igateway.core.fault.GatewayException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Prints what an application that cannot start lacks, and what to do; before Spring's own analysis of a failed binding. */
@Order(Ordered.HIGHEST_PRECEDENCE)
class GatewayFailureAnalyzer extends AbstractFailureAnalyzer<GatewayException.Fatal> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, GatewayException.Fatal cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.remedy(), cause);
    }
}
