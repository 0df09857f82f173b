package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.AnnouncementListener;
import org.c4igateway.core.flow.ArrivalObjectives;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.flow.DeliveryTrace;
import org.c4igateway.core.flow.OutboundFixture;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.OutboxSignal;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.Faults;
import org.c4igateway.core.testkit.VirtualTime;
import org.c4igateway.core.watch.LoopState;
import org.c4igateway.core.watch.Loops;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SenderThreadTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    private final OutboundFixture fixture = new OutboundFixture(false, BRAVO);
    private final VirtualTime clock = new VirtualTime();
    private final Loops loops = new Loops(fixture.meters, clock, clock, fault -> {});
    private final List<GatewayException> fatal = new CopyOnWriteArrayList<>();
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final SenderThread sender = new SenderThread(
            "sim-BRAVO",
            beside -> {
                fixture.beside(beside);
                return fixture.group();
            },
            new DataPathParts(
                    new SystemName("ALPHA"),
                    new MessageRules(Drafts.CATALOGUE, 1_000, PayloadCheck.NONE, clock),
                    SubscriptionFilter.NONE,
                    EdgeText.UTF_8,
                    fixture.settings,
                    ArrivalObjectives.DEFAULTS,
                    fixture.meters,
                    loops,
                    AnnouncementListener.NONE,
                    DeliveryTrace.NONE,
                    StepListener.NONE),
            OutboxSignal.NONE,
            new OutboundMeters(fixture.meters, "sim", "thread"),
            fatal::add);

    @AfterEach
    void close() {
        goOn.countDown();
        sender.close();
    }

    @Test
    void isNotAliveWhileASendHangs() {
        CountDownLatch hanging = new CountDownLatch(1);
        fixture.transport.insideSend(() -> {
            hanging.countDown();
            awaitQuietly();
        });
        fixture.commit(1, Precedence.FLASH, BRAVO);
        sender.start();
        await().atMost(SOON).until(() -> hanging.getCount() == 0);
        assertThat(loops.states()).allMatch(LoopState::alive);

        clock.advance(Duration.ofMinutes(3));

        assertThat(loops.states()).singleElement().satisfies(state -> {
            assertThat(state.name()).isEqualTo("sender sim-BRAVO");
            assertThat(state.alive()).isFalse();
        });
        goOn.countDown();
        await().atMost(SOON).until(() -> loops.states().getFirst().alive());
    }

    @Test
    void isNotAliveWhileFinalStatesAreWrittenWithoutEnd() {
        CountDownLatch hanging = new CountDownLatch(1);
        fixture.outbox.faults(new Faults() {
            @Override
            public void before(String call) {
                if (call.equals("record")) {
                    hanging.countDown();
                    awaitQuietly();
                }
            }
        });
        sender.start();
        await().atMost(SOON).until(() -> hanging.getCount() == 0);
        sender.wake();
        assertThat(loops.states()).allMatch(LoopState::alive);

        fixture.time.advance(Duration.ofMinutes(2));
        await().atMost(SOON).until(() -> {
            clock.advance(Duration.ofMinutes(3));
            return !loops.states().getFirst().alive();
        });

        goOn.countDown();
        await().atMost(SOON).until(() -> loops.states().getFirst().alive());
    }

    private void awaitQuietly() {
        try {
            goOn.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void isAliveWhileItWaitsForTheDatabase() {
        fixture.outbox.faults(failing(new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, "away", null)));
        sender.start();

        for (int i = 0; i < 3; i++) {
            clock.advance(Duration.ofMinutes(3));
            await().atMost(SOON).until(() -> loops.states().getFirst().alive());
        }
        assertThat(fatal).isEmpty();
    }

    @Test
    void isNotAliveAfterItWasFenced() {
        fixture.outbox.faults(failing(new GatewayException.Fatal(ErrorCode.FENCED, "epoch 2", "Wait.", null)));
        sender.start();

        await().atMost(SOON).until(() -> !fatal.isEmpty());

        assertThat(loops.states()).singleElement().matches(state -> !state.alive());
        sender.close();
        assertThat(loops.states()).isEmpty();
    }

    private static Faults failing(GatewayException fault) {
        return new Faults() {
            @Override
            public void before(String call) {
                throw fault;
            }

            @Override
            public void after(String call) {}
        };
    }
}
