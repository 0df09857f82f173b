package org.c4igateway.app.start;

import java.util.Arrays;
import org.c4igateway.core.fault.ErrorCode;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.YamlProcessor;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Says that a value of a file holds itself: the framework follows it until the stack is full. */
@Order(Ordered.HIGHEST_PRECEDENCE + 4)
class RecursionFailureAnalyzer extends AbstractFailureAnalyzer<StackOverflowError> {
    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, StackOverflowError cause) {
        boolean ofYaml = Arrays.stream(cause.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(YamlProcessor.class.getName()));
        return ofYaml
                ? new FailureAnalysis(
                        ErrorCode.CONFIGURATION.code()
                                + ": a value of the configuration holds itself (an alias '*name' within its own anchor"
                                + " '&name')",
                        "Write the value out instead of the alias.",
                        cause)
                : null;
    }
}
