package org.c4igateway.wan.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.watch.LoopState;
import org.c4igateway.core.watch.Loops;
import org.junit.jupiter.api.Test;

class GatewayLoopTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    private final List<GatewayException> faults = new CopyOnWriteArrayList<>();
    private final Loops loops =
            new Loops(new SimpleMeterRegistry(), InstantSource.system(), System::nanoTime, faults::add);

    private GatewayLoop loop(GatewayLoop.PeriodicWork pulse) {
        GatewayLoop loop = new GatewayLoop(InstantSource.system(), pulse, loops);
        loop.start();
        return loop;
    }

    private static long soon() {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(10);
    }

    @Test
    void stopsTheProcessWhenAnErrorEndsIt() {
        GatewayLoop loop = loop(now -> soon());

        loop.force(now -> {
            throw new StackOverflowError("made up");
        });

        await().atMost(SOON).until(() -> !faults.isEmpty());
        assertThat(loops.states()).singleElement().returns(false, LoopState::alive);
        await().atMost(SOON)
                .untilAsserted(() -> assertThatThrownBy(() -> loop.call(now -> {}))
                        .as("nobody waits for it")
                        .isInstanceOf(IllegalStateException.class));
        loop.close();
    }

    @Test
    void goesOnWhenAPieceOfWorkFails() {
        GatewayLoop loop = loop(now -> soon());

        loop.force(now -> {
            throw new IllegalStateException("made up");
        });
        loop.call(now -> {});

        assertThat(faults).isEmpty();
        loop.close();
        assertThat(loops.states()).as("it has ended as it should").isEmpty();
    }

    @Test
    void doesNotCountAsTurningWhenItsPulseFailsEachTime() {
        GatewayLoop loop = loop(now -> {
            throw new IllegalStateException("made up");
        });

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(loops.states())
                        .anySatisfy(state -> assertThat(state.problem()).contains("made up")));
        assertThat(faults).isEmpty();
        loop.close();
    }
}
