package org.c4igateway.dds.api.qos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.c4igateway.dds.api.event.EntityKind;
import org.c4igateway.dds.api.qos.QosPolicy.Deadline;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.History;
import org.c4igateway.dds.api.qos.QosPolicy.Lifespan;
import org.c4igateway.dds.api.qos.QosPolicy.ResourceLimits;
import org.c4igateway.dds.api.qos.QosPolicy.TimeBasedFilter;
import org.junit.jupiter.api.Test;

class QosTest {
    @Test
    void refusesADepthThatTheLimitsCannotHold() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Qos.of(History.keepLast(10), new ResourceLimits(100, 10, 5)))
                .withMessageContaining("depth 10");
        assertThatIllegalArgumentException().isThrownBy(() -> new ResourceLimits(5, 1, 10));
        assertThatIllegalArgumentException().isThrownBy(() -> History.keepLast(0));
    }

    @Test
    void refusesAFilterLongerThanTheDeadline() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> Qos.of(new Deadline(Duration.ofSeconds(1)), new TimeBasedFilter(Duration.ofSeconds(2))));
    }

    @Test
    void refusesTheSamePolicyTwiceButReplacesWithWith() {
        Durability local = new Durability(Durability.Kind.TRANSIENT_LOCAL);
        Durability none = new Durability(Durability.Kind.VOLATILE);
        assertThatIllegalArgumentException().isThrownBy(() -> Qos.of(local, none));
        assertThat(Qos.of(local).with(none)).isEqualTo(Qos.of(none));
    }

    @Test
    void refusesPoliciesOnTheWrongEntity() {
        Qos qos = Qos.of(new Lifespan(Duration.ofSeconds(1)));
        qos.checkFor(EntityKind.WRITER);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> qos.checkFor(EntityKind.READER))
                .withMessageContaining("Lifespan");
    }
}
