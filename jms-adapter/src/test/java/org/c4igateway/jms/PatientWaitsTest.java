package org.c4igateway.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.core.ConditionEvaluationListener;
import org.junit.jupiter.api.Test;

/** Not in the module of the test kit, whose own tests find the listener without the kit's jar. */
class PatientWaitsTest {
    @Test
    void waitsForAMinuteWhereATestNamesNoTime() {
        AtomicReference<Duration> left = new AtomicReference<>(Duration.ZERO);
        ConditionEvaluationListener<Object> listener = seen -> left.set(Duration.ofMillis(seen.getRemainingTimeInMS()));

        await().conditionEvaluationListener(listener).until(() -> true);

        assertThat(left.get()).isGreaterThan(Duration.ofSeconds(30));
    }
}
