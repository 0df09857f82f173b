package org.c4igateway.dbbridge.node.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class ShardMetersTest {
    @Test
    void addsToTheCountersOfTheNodeAndHasNoGauges() {
        SimpleMeterRegistry node = new SimpleMeterRegistry();
        node.counter("rows").increment();
        MeterRegistry shard = ShardMeters.of(node);

        shard.counter("rows").increment();
        var _ = Gauge.builder("depth", () -> 7).register(shard);

        assertThat(node.counter("rows").count()).isEqualTo(2);
        assertThat(node.find("depth").gauge()).isNull();
    }
}
