package org.c4igateway.dbbridge.node.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
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

    /** The database is no reason to restart a node. */
    @Test
    void showsATaskThatFailsEachTimeAsALoopThatIsNotAliveAndResponds() {
        AtomicLong now = new AtomicLong();
        Loops supervised = new Loops(meters, InstantSource.system(), now::get, fault -> {});
        AtomicInteger calls = new AtomicInteger();
        try (Maintenance maintenance = new Maintenance("c4i-test", Duration.ofMinutes(1), supervised)) {
            maintenance.whenDue("ledger", Duration.ofMillis(1), () -> {
                if (calls.incrementAndGet() % 2 == 0) {
                    return false;
                }
                now.addAndGet(Duration.ofSeconds(40).toNanos());
                throw new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, "reading the ledger", null);
            });

            await().atMost(Duration.ofSeconds(60)).until(() -> calls.get() > 6);

            assertThat(supervised.states())
                    .singleElement()
                    .returns(false, LoopState::alive)
                    .returns(true, LoopState::responds)
                    .extracting(LoopState::problem, STRING)
                    .contains("reading the ledger");
            assertThat(meters.get(MeterNames.LOOP_FAILURES).counter().count()).isGreaterThan(2);
        }
    }
}
