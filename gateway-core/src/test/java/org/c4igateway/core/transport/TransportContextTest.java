package org.c4igateway.core.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.c4igateway.core.message.DatabaseId;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.watch.Loops;
import org.junit.jupiter.api.Test;

class TransportContextTest {
    private static final Introduction SUBSCRIBING =
            new Introduction(3, Optional.of(new DatabaseId(new UUID(1, 2))), 30, Subscriptions.ALL);

    private static TransportContext context(boolean receives) {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        return new TransportContext(
                new SystemName("ALPHA"),
                1,
                SUBSCRIBING,
                Set.of(),
                Set.of(),
                Drafts.CATALOGUE,
                1024,
                meters,
                new Loops(meters, InstantSource.system(), System::nanoTime, fault -> {}),
                InstantSource.system(),
                receives);
    }

    @Test
    void tellsWhatTheNodeSubscribesTo() {
        assertThat(context(true).introduction()).isEqualTo(SUBSCRIBING);
    }

    /** Of a shard that only sends: others would send to it what it does not take. */
    @Test
    void tellsNoSubscriptionsOfANodeThatTakesNoMessages() {
        assertThat(context(false).introduction()).isEqualTo(SUBSCRIBING.subscribedTo(Subscriptions.NOT_TOLD));
    }
}
