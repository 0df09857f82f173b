package org.c4igateway.app.start;

import org.c4igateway.app.ConfigurationPlace;
import org.c4igateway.core.fault.ErrorCode;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/** Prints which port for health and metrics is taken. */
@Order(Ordered.HIGHEST_PRECEDENCE + 4)
class PortFailureAnalyzer extends AbstractFailureAnalyzer<PortInUseException> {
    private static final String KEY = "server.port";

    private final @Nullable Environment environment;

    PortFailureAnalyzer(@Nullable Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, PortInUseException cause) {
        String place =
                ConfigurationPlace.of(environment, KEY).map(p -> " (" + p + ")").orElse("");
        return new FailureAnalysis(
                ErrorCode.PORT_IN_USE.code() + ": " + KEY + ": " + cause.getPort() + " was already in use" + place,
                "Stop the program that uses the port, or set " + KEY + " to a free one.",
                cause);
    }
}
