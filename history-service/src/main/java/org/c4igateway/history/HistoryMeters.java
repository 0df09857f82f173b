package org.c4igateway.history;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.function.ToDoubleFunction;
import org.c4igateway.core.metric.MeterNames;

/** What a history service counts. Labels are topics of the catalogue and words of this class. */
final class HistoryMeters {
    /** Why a sample is not kept: too many wait for the database. */
    static final String FULL = "full";
    /** It is no message. */
    static final String MALFORMED = "malformed";
    /** DDS lost it on the way to the service. */
    static final String TRANSPORT = "transport";
    /** It is older than its lifespan, or than what a full instance keeps. */
    static final String OLD = "old";

    private final MeterRegistry registry;

    HistoryMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Shows the figures of the topics. */
    void show(Collection<TopicChannel> channels, Arrivals arrivals) {
        for (TopicChannel channel : channels) {
            String topic = channel.topic().id();
            gauge(MeterNames.HISTORY_SAMPLES, channel, topic, TopicChannel::samples);
            gauge(MeterNames.HISTORY_BYTES, channel, topic, TopicChannel::bytes);
            gauge(MeterNames.HISTORY_READERS, channel, topic, TopicChannel::readers);
            var _ = FunctionCounter.builder(MeterNames.HISTORY_UNSERVED, channel, TopicChannel::unserved)
                    .tag(MeterNames.TOPIC, topic)
                    .register(registry);
        }
        var _ = Gauge.builder(MeterNames.HISTORY_WAITING, arrivals, Arrivals::size)
                .strongReference(true)
                .register(registry);
    }

    private void gauge(String name, TopicChannel channel, String topic, ToDoubleFunction<TopicChannel> value) {
        var _ = Gauge.builder(name, channel, value)
                .tag(MeterNames.TOPIC, topic)
                .strongReference(true)
                .register(registry);
    }

    void stored(String topic) {
        registry.counter(MeterNames.HISTORY_STORED, MeterNames.TOPIC, topic).increment();
    }

    void repeated(String topic) {
        registry.counter(MeterNames.HISTORY_REPEATED, MeterNames.TOPIC, topic).increment();
    }

    void lost(String reason) {
        lost(reason, 1);
    }

    void lost(String reason, int number) {
        registry.counter(MeterNames.HISTORY_LOST, MeterNames.REASON, reason).increment(number);
    }

    void retried() {
        registry.counter(MeterNames.DATABASE_RETRIES, MeterNames.PART, "history")
                .increment();
    }
}
