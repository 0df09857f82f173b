package org.c4igateway.core.flow.rule;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.topics.mtf.MtfCheck;
import org.c4igateway.topics.mtf.rule.Diagnostic;

/** Counts what checks of payloads find in one direction. Thread-safe; the rules bound the series. */
public final class PayloadMeters {
    private final MeterRegistry registry;
    private final String direction;
    private final Counter clean;
    private final Counter deviating;
    private final Counter refused;
    private final Map<String, Counter> errors = new ConcurrentHashMap<>();
    private final Map<String, Counter> warnings = new ConcurrentHashMap<>();

    /** @param direction as the label shows it */
    public PayloadMeters(MeterRegistry registry, String direction) {
        this.registry = registry;
        this.direction = direction;
        this.clean = checks("clean");
        this.deviating = checks("deviating");
        this.refused = checks("refused");
    }

    private Counter checks(String result) {
        return registry.counter(MeterNames.PAYLOAD_CHECKS, MeterNames.DIRECTION, direction, MeterNames.RESULT, result);
    }

    /** Counts one message, and each rule that it breaks once. */
    public void checked(MtfCheck check) {
        if (check.accepted() && check.rules().isEmpty()) {
            clean.increment();
            return;
        }
        (check.accepted() ? deviating : refused).increment();
        Set<String> fatal = new HashSet<>();
        check.errors().stream().map(Diagnostic::rule).forEach(fatal::add);
        for (String rule : check.rules()) {
            boolean error = fatal.contains(rule);
            (error ? errors : warnings)
                    .computeIfAbsent(rule, id -> finding(id, error ? "error" : "warning"))
                    .increment();
        }
    }

    private Counter finding(String rule, String severity) {
        return registry.counter(
                MeterNames.PAYLOAD_FINDINGS,
                MeterNames.DIRECTION,
                direction,
                MeterNames.RULE,
                rule,
                MeterNames.SEVERITY,
                severity);
    }
}
