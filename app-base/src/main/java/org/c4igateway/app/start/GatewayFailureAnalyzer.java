package org.c4igateway.app.start;

import org.c4igateway.app.ConfigurationPlace;
import org.c4igateway.app.SecretMask;
import org.c4igateway.core.fault.GatewayException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Prints why an application cannot start, the place in the configuration, and the remedy. Runs before Spring's own
 * analyzers.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class GatewayFailureAnalyzer extends AbstractFailureAnalyzer<GatewayException.Fatal> {
    private final @Nullable Environment environment;

    GatewayFailureAnalyzer(@Nullable Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, GatewayException.Fatal cause) {
        String more = " More: c4i codes " + cause.errorCode().code() + ".";
        return new FailureAnalysis(description(environment, cause), cause.remedy() + more, cause);
    }

    /** What is wrong, and the place of the key that it is about. */
    static String description(@Nullable Environment environment, GatewayException fault) {
        String message = SecretMask.masked(String.valueOf(fault.getMessage()));
        return fault instanceof GatewayException.Fatal fatal
                ? fatal.key()
                        .flatMap(key -> ConfigurationPlace.of(environment, key))
                        .map(place -> message + " (" + place + ")")
                        .orElse(message)
                : message;
    }
}
