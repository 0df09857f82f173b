package org.c4igateway.core.flow.receive;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.flow.ArrivalObjectives;
import org.c4igateway.core.flow.rule.SubscriptionFilter.Verdict;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.transport.SendOutcome;

/** Meters of the inbound flow. Thread-safe. Origins beyond {@value #MAX_ORIGINS} share the label {@code other}. */
final class InboundMeters {
    private static final int MAX_ORIGINS = 100;
    private static final double NANOS_PER_SECOND = 1e9;
    /** From a LAN without load to a link that is down for hours. */
    private static final Duration[] BUCKETS = Stream.of(
                    "PT0.1S", "PT0.25S", "PT0.5S", "PT1S", "PT2.5S", "PT5S", "PT10S", "PT30S", "PT1M", "PT5M", "PT10M",
                    "PT1H", "PT6H")
            .map(Duration::parse)
            .toArray(Duration[]::new);

    private final MeterRegistry registry;
    private final DistributionSummary batch;
    private final Counter databaseRetries;
    private final Map<String, Timer> endToEnd = new ConcurrentHashMap<>();
    private final Map<SystemName, String> originLabels = new ConcurrentHashMap<>();

    private final Map<Precedence, Punctuality> punctuality = new EnumMap<>(Precedence.class);

    /** How old messages of one precedence are when they arrive. */
    private record Punctuality(Duration objective, Timer age, Counter late) {
        void arrived(Duration age) {
            age().record(age);
            if (age.compareTo(objective) > 0) {
                late.increment();
            }
        }
    }

    InboundMeters(MeterRegistry registry, ArrivalObjectives objectives) {
        this.registry = registry;
        for (Precedence precedence : Precedence.values()) {
            punctuality.put(precedence, punctuality(precedence, objectives.of(precedence)));
        }
        this.batch = registry.summary(MeterNames.INBOX_BATCH);
        this.databaseRetries = registry.counter(MeterNames.DATABASE_RETRIES, MeterNames.PART, "inbox");
    }

    private Punctuality punctuality(Precedence precedence, Duration objective) {
        Tags tags = Tags.of(MeterNames.PRECEDENCE, precedence.name());
        // A renewal of the data path may have brought another objective.
        registry.removeByPreFilterId(new Meter.Id(MeterNames.ARRIVAL_OBJECTIVE, tags, null, null, Meter.Type.GAUGE));
        Gauge.builder(MeterNames.ARRIVAL_OBJECTIVE, objective, time -> time.toNanos() / NANOS_PER_SECOND)
                .tags(tags)
                .strongReference(true)
                .register(registry);
        Timer age = Timer.builder(MeterNames.ARRIVAL_AGE)
                .tags(tags)
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
        return new Punctuality(objective, age, registry.counter(MeterNames.ARRIVALS_LATE, tags));
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

    /** A message is in the inbox. */
    void arrived(String transport, Message message, Instant now) {
        Duration between = Duration.between(message.createdAt(), now);
        Duration latency = between.isNegative() ? Duration.ZERO : between;
        Optional.ofNullable(punctuality.get(message.precedence())).ifPresent(each -> each.arrived(latency));
        endToEnd.computeIfAbsent(
                        transport,
                        key -> Timer.builder(MeterNames.END_TO_END)
                                .tag(MeterNames.TRANSPORT, key)
                                .publishPercentiles(0.5, 0.99)
                                .register(registry))
                .record(latency);
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
