package org.c4igateway.dbbridge.node;

import org.c4igateway.core.fault.GatewayException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Prints what a node that cannot start lacks, and what to do. */
class GatewayFailureAnalyzer extends AbstractFailureAnalyzer<GatewayException.Fatal> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, GatewayException.Fatal cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.remedy(), cause);
    }
}
