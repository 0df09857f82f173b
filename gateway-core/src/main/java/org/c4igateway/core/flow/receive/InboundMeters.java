package org.c4igateway.core.flow.receive;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.flow.rule.SubscriptionFilter.Verdict;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.transport.SendOutcome;

/** Meters of the inbound flow. Thread-safe. Origins beyond {@value #MAX_ORIGINS} share the label {@code other}. */
final class InboundMeters {
    private static final int MAX_ORIGINS = 100;

    private final MeterRegistry registry;
    private final DistributionSummary batch;
    private final Counter databaseRetries;
    private final Map<String, Timer> endToEnd = new ConcurrentHashMap<>();
    private final Map<SystemName, String> originLabels = new ConcurrentHashMap<>();

    InboundMeters(MeterRegistry registry) {
        this.registry = registry;
        this.batch = registry.summary(MeterNames.INBOX_BATCH);
        this.databaseRetries = registry.counter(MeterNames.DATABASE_RETRIES, MeterNames.PART, "inbox");
    }

    void written(int messages, int duplicates) {
        batch.record(messages);
        registry.counter(MeterNames.INBOX, MeterNames.RESULT, "delivered").increment(messages - (double) duplicates);
        registry.counter(MeterNames.INBOX, MeterNames.RESULT, "duplicate").increment(duplicates);
    }

    void parked(SystemName origin, ReasonCode code) {
        registry.counter(MeterNames.INBOX + ".parked", MeterNames.ORIGIN, label(origin), MeterNames.CODE, code.code())
                .increment();
    }

    /** Counts the verdict of a filter; {@code topicId} is of the catalogue, which bounds the series. */
    void judged(String topicId, Verdict verdict) {
        String result = switch (verdict) {
            case Verdict.Unfiltered() -> "";
            case Verdict.Wanted() -> "wanted";
            case Verdict.Excluded _ -> "excluded";
            case Verdict.Undecided _ -> "undecided";
            case Verdict.Failed _ -> "failed";
        };
        if (!result.isEmpty()) {
            registry.counter(MeterNames.SUBSCRIPTION_MESSAGES, MeterNames.TOPIC, topicId, MeterNames.RESULT, result)
                    .increment();
        }
    }

    void malformed(ErrorCode code) {
        registry.counter(MeterNames.MALFORMED, MeterNames.CODE, code.code()).increment();
    }

    void latency(String transport, Instant createdAt, Instant now) {
        Duration latency = Duration.between(createdAt, now);
        endToEnd.computeIfAbsent(
                        transport,
                        key -> Timer.builder(MeterNames.END_TO_END)
                                .tag(MeterNames.TRANSPORT, key)
                                .publishPercentiles(0.5, 0.99)
                                .register(registry))
                .record(latency.isNegative() ? Duration.ZERO : latency);
    }

    void receipt(String transport, SendOutcome outcome) {
        String result = switch (outcome) {
            case SendOutcome.Accepted _ -> "accepted";
            case SendOutcome.BackPressured _ -> "back_pressured";
            case SendOutcome.Rejected _ -> "rejected";
            case SendOutcome.Disconnected _ -> "disconnected";
        };
        registry.counter(MeterNames.RECEIPTS, MeterNames.TRANSPORT, transport, MeterNames.RESULT, result)
                .increment();
    }

    void receiptDropped(String transport) {
        registry.counter(MeterNames.RECEIPTS, MeterNames.TRANSPORT, transport, MeterNames.RESULT, "dropped")
                .increment();
    }

    void notTaken() {
        registry.counter(MeterNames.INBOX, MeterNames.RESULT, "not_taken").increment();
    }

    void databaseRetry() {
        databaseRetries.increment();
    }

    private String label(SystemName origin) {
        if (originLabels.size() >= MAX_ORIGINS && !originLabels.containsKey(origin)) {
            return "other";
        }
        return originLabels.computeIfAbsent(origin, SystemName::value);
    }
}
