package org.c4igateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.watch.Loop;
import org.c4igateway.core.watch.Loops;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class LoopHealthTest {
    private final AtomicLong nanos = new AtomicLong();
    private final Loops loops = new Loops(new SimpleMeterRegistry(), InstantSource.system(), nanos::get, fault -> {});
    private final LoopHealth health = new LoopHealth(loops);

    @Test
    void namesTheLoopThatDoesNotTurn() {
        loops.add("sender jms-BRAVO", Duration.ofSeconds(10));
        loops.add("lease", Duration.ofSeconds(60));
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);

        nanos.addAndGet(Duration.ofSeconds(11).toNanos());

        Health hanging = health.health();
        assertThat(hanging.getStatus()).isEqualTo(Status.DOWN);
        assertThat(hanging.getDetails().get("sender jms-BRAVO"))
                .asInstanceOf(MAP)
                .containsAllEntriesOf(Map.of("alive", false, "silentSeconds", 11L))
                .containsKey("lastTurn");
        assertThat(hanging.getDetails().get("lease")).asInstanceOf(MAP).containsEntry("alive", true);
    }

    @Test
    void asksForNoRestartThatWouldNotMendWhatFails() {
        Loop loop = loops.add("ledger", Duration.ofSeconds(10));
        nanos.addAndGet(Duration.ofSeconds(11).toNanos());
        loop.attempt(() -> {
            throw new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, "a lock", null);
        });

        Health failing = health.health();
        assertThat(failing.getStatus()).isEqualTo(Status.UP);
        assertThat(failing.getDetails().get("ledger"))
                .asInstanceOf(MAP)
                .containsEntry("alive", false)
                .containsKey("problem");
    }
}
