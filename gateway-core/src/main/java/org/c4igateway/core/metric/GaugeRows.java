package org.c4igateway.core.metric;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gauges of one name that come and go by their tags. A gauge whose value changes stays registered: were it removed and
 * registered again, a scrape meanwhile would find the name twice, and Prometheus would get an error instead of all
 * metrics. Thread-safe.
 */
public final class GaugeRows {
    private final MeterRegistry meters;
    private final String name;
    private final String description;
    private final Map<Tags, Shown> shown = new HashMap<>();

    /** One gauge. */
    public record Row(Tags tags, Number value) {
        public static Row of(Tags tags, Number value) {
            return new Row(tags, value);
        }
    }

    private record Shown(Gauge gauge, Cell cell) {}

    private static final class Cell {
        private volatile double value;
    }

    /** @param description what each of them says, for readers of the metrics */
    public GaugeRows(MeterRegistry meters, String name, String description) {
        this.meters = meters;
        this.name = name;
        this.description = description;
    }

    /** From now on these are shown and no others. */
    public synchronized void show(List<Row> rows) {
        Set<Tags> gone = new HashSet<>(shown.keySet());
        for (Row row : rows) {
            shown.computeIfAbsent(row.tags(), this::register).cell().value =
                    row.value().doubleValue();
            gone.remove(row.tags());
        }
        for (Tags tags : gone) {
            Shown old = shown.remove(tags);
            if (old != null) {
                meters.remove(old.gauge());
            }
        }
    }

    private Shown register(Tags tags) {
        Cell cell = new Cell();
        return new Shown(
                Gauge.builder(name, cell, each -> each.value)
                        .description(description)
                        .tags(tags)
                        .strongReference(true)
                        .register(meters),
                cell);
    }
}
