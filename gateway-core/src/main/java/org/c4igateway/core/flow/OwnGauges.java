package org.c4igateway.core.flow;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ToDoubleFunction;

/**
 * Gauges of one part of one gateway, removed when it closes. A registry keeps the first gauge of a name, so without
 * removal a gateway that starts again in the same process would show the values of its predecessor. Thread-safe.
 */
public final class OwnGauges implements AutoCloseable {
    private final MeterRegistry registry;
    private final Collection<Gauge> gauges = new ConcurrentLinkedQueue<>();

    public OwnGauges(MeterRegistry registry) {
        this.registry = registry;
    }

    public <T> void add(String name, Tags tags, T of, ToDoubleFunction<T> value) {
        gauges.add(
                Gauge.builder(name, of, value).tags(tags).strongReference(true).register(registry));
    }

    @Override
    public void close() {
        gauges.forEach(registry::remove);
    }
}
