package org.c4igateway.app.start;

import org.c4igateway.app.YamlFault;
import org.c4igateway.core.fault.ErrorCode;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** Prints where a file is not YAML. */
@Order(Ordered.HIGHEST_PRECEDENCE + 3)
class YamlFailureAnalyzer extends AbstractFailureAnalyzer<MarkedYAMLException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, MarkedYAMLException cause) {
        return new FailureAnalysis(
                ErrorCode.CONFIGURATION.code() + ": the configuration is " + YamlFault.text(cause),
                "Correct that line: blanks (no tabs) for indentation, a blank after each colon, quotes around values with"
                        + " ': ' or ' #' in them, each key once.",
                cause);
    }
}
