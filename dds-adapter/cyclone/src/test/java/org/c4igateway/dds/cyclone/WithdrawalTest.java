package org.c4igateway.dds.cyclone;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.c4igateway.dds.api.event.DdsEvent;
import org.junit.jupiter.api.Test;

class WithdrawalTest {
    private final List<DdsEvent> events = new CopyOnWriteArrayList<>();

    @Test
    void tellsThatTheProcessIsOfNoMoreUseWhenTheParticipantStays() {
        CountDownLatch end = new CountDownLatch(1);

        new Withdrawal(() -> hang(end), Duration.ofMillis(1), events::add).await();

        assertThat(events).singleElement().isInstanceOf(DdsEvent.DeliveryEnded.class);
        end.countDown();
    }

    @Test
    void tellsNothingWhenTheParticipantLeaves() {
        new Withdrawal(() -> {}, Duration.ofMinutes(1), events::add).await();

        assertThat(events).isEmpty();
    }

    private static void hang(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
