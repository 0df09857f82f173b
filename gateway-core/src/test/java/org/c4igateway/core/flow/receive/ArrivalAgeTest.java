package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import org.c4igateway.core.flow.ArrivalObjectives;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.testkit.Drafts;
import org.junit.jupiter.api.Test;

/** How old messages are when they arrive, against the objective of their precedence. */
class ArrivalAgeTest {
    private static final SystemName SELF = new SystemName("BRAVO");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private static Message message(Precedence precedence) {
        return Drafts.message(1, Drafts.RELIABLE, precedence, 8, SELF);
    }

    private double late(Precedence precedence) {
        return registry.get(MeterNames.ARRIVALS_LATE)
                .tag(MeterNames.PRECEDENCE, precedence.name())
                .counter()
                .count();
    }

    private double objective(Precedence precedence) {
        return registry.get(MeterNames.ARRIVAL_OBJECTIVE)
                .tag(MeterNames.PRECEDENCE, precedence.name())
                .gauge()
                .value();
    }

    @Test
    void countsWhatIsOlderThanTheObjectiveOfItsPrecedence() {
        InboundMeters meters =
                new InboundMeters(registry, new ArrivalObjectives(Map.of(Precedence.FLASH, Duration.ofSeconds(1))));
        for (Precedence precedence : Precedence.values()) {
            Message message = message(precedence);
            meters.arrived("jms", message, message.createdAt().plusSeconds(1));
            meters.arrived("dds", message, message.createdAt().plusMillis(1_001));
            meters.arrived("dds", message, message.createdAt().minusSeconds(5));
        }

        assertThat(late(Precedence.FLASH)).isEqualTo(1);
        assertThat(late(Precedence.IMMEDIATE)).isZero();
        assertThat(objective(Precedence.FLASH)).isEqualTo(1);
        assertThat(objective(Precedence.ROUTINE)).as("by default").isEqualTo(3_600);
        assertThat(registry.get(MeterNames.ARRIVAL_AGE)
                        .tag(MeterNames.PRECEDENCE, "FLASH")
                        .timer()
                        .count())
                .isEqualTo(3);
    }

    @Test
    void takesAnotherObjectiveWhenTheDataPathIsRenewed() {
        var _ = new InboundMeters(registry, ArrivalObjectives.DEFAULTS);
        assertThat(objective(Precedence.FLASH)).isEqualTo(10);

        var _ = new InboundMeters(registry, new ArrivalObjectives(Map.of(Precedence.FLASH, Duration.ofMillis(500))));

        assertThat(objective(Precedence.FLASH)).isEqualTo(0.5);
    }

    @Test
    void refusesAnObjectiveThatNothingMeets() {
        assertThatThrownBy(() -> new ArrivalObjectives(Map.of(Precedence.FLASH, Duration.ZERO)))
                .hasMessageContaining("FLASH");
    }
}
