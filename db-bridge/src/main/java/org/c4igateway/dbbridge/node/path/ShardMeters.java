package org.c4igateway.dbbridge.node.path;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import java.util.List;

/**
 * The meters of a data path beside the first one of its node: what it counts adds to the counters of the node. A gauge
 * of a name exists once, so only the path of the first shard has gauges.
 */
final class ShardMeters {
    private ShardMeters() {}

    /** @param node the meters of the node; they stay when the path ends */
    static MeterRegistry of(MeterRegistry node) {
        CompositeMeterRegistry meters = new CompositeMeterRegistry(Clock.SYSTEM, List.of(node));
        meters.config().meterFilter(MeterFilter.deny(id -> id.getType() == Meter.Type.GAUGE));
        return meters;
    }
}
