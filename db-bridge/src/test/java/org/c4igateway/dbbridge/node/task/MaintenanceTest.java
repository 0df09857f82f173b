package org.c4igateway.dbbridge.node.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.watch.LoopState;
import org.c4igateway.core.watch.Loops;
import org.junit.jupiter.api.Test;

class MaintenanceTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Loops loops = new Loops(meters, InstantSource.system(), System::nanoTime, fault -> {});

    @Test
    void callsATaskAgainAfterItThrew() {
        AtomicInteger calls = new AtomicInteger();
        try (Maintenance maintenance = new Maintenance("c4i-test", Duration.ofMinutes(1), loops)) {
            maintenance.every("tidying", Duration.ofMillis(1), () -> {
                switch (calls.incrementAndGet()) {
                    case 1 -> throw new IllegalStateException("once");
                    case 2 -> throw new AssertionError("and once more");
                    default -> {}
                }
            });

            await().atMost(Duration.ofSeconds(60)).until(() -> calls.get() > 2);

            assertThat(loops.states()).singleElement().matches(LoopState::alive);
            assertThat(meters.get(MeterNames.LOOP_FAILURES).counter().count()).isEqualTo(2);
        }
        assertThat(loops.states()).isEmpty();
    }
}
