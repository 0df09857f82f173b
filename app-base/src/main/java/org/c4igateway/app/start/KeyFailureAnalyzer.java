package org.c4igateway.app.start;

import java.util.Arrays;
import org.c4igateway.core.fault.ErrorCode;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.YamlProcessor;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Says that an entry of a file has no key, or that an entry within a list has a key that is no text. The framework
 * expects neither.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 4)
class KeyFailureAnalyzer implements FailureAnalyzer {
    /** The map that the framework goes through, and then the framework. */
    private static final int FRAMES = 2;

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof NullPointerException && isOfYaml(cause)) {
                return analysis(
                        "an entry of the configuration has no key ('?', or ':' with nothing before it)",
                        "Give the entry a key, or take it away.",
                        cause);
            }
            if (cause instanceof ClassCastException && isOfYaml(cause)) {
                return analysis(
                        "an entry within a list of the configuration has a key that is a number, a date or the like",
                        "Put the key in quotes, or correct the list.",
                        cause);
            }
        }
        return null;
    }

    private static FailureAnalysis analysis(String fault, String remedy, Throwable cause) {
        return new FailureAnalysis(ErrorCode.CONFIGURATION.code() + ": " + fault, remedy, cause);
    }

    private static boolean isOfYaml(Throwable cause) {
        return Arrays.stream(cause.getStackTrace())
                .limit(FRAMES)
                .anyMatch(frame -> frame.getClassName().equals(YamlProcessor.class.getName()));
    }
}
