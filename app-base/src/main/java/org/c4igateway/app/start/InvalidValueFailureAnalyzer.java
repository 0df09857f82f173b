package org.c4igateway.app.start;

import org.c4igateway.app.ConfigurationPlace;
import org.c4igateway.app.SecretMask;
import org.c4igateway.core.fault.ErrorCode;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/** Prints which of the framework's own values is wrong, as {@code server.port}. */
@Order(Ordered.HIGHEST_PRECEDENCE + 2)
class InvalidValueFailureAnalyzer extends AbstractFailureAnalyzer<InvalidConfigurationPropertyValueException> {
    private final @Nullable Environment environment;

    InvalidValueFailureAnalyzer(@Nullable Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidConfigurationPropertyValueException cause) {
        String key = cause.getName();
        Object value = cause.getValue();
        String shown = value == null ? "" : SecretMask.shown(key, value);
        String place = ConfigurationPlace.of(environment, key)
                .map(found -> " (" + found + ")")
                .orElse("");
        return new FailureAnalysis(
                ErrorCode.CONFIGURATION.code() + ": " + key + ": '" + shown + "' is not accepted: " + cause.getReason()
                        + place,
                "Correct " + key + ".",
                cause);
    }
}
