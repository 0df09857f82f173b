package org.c4igateway.dds.api.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.c4igateway.dds.api.event.DdsEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeliveryThreadTest {
    private final BlockingQueue<DdsEvent> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> delivered = new LinkedBlockingQueue<>();
    private final FakeSignals signals = new FakeSignals();
    private final DeliveryThread thread = new DeliveryThread("dds-test", signals, events::add);

    /** Its sources are what the test gives; null ends the waiting for good. */
    private static final class FakeSignals implements DeliveryThread.Signals {
        private static final DeliveryThread.Source BROKEN = () -> false;
        private static final DeliveryThread.Source WAKE = () -> false;
        private final BlockingQueue<DeliveryThread.Source> sources = new LinkedBlockingQueue<>();

        @Override
        public boolean await(boolean patient, Consumer<DeliveryThread.Source> ready) {
            try {
                DeliveryThread.Source next = sources.take();
                ready.accept(next);
                return !next.equals(BROKEN);
            } catch (InterruptedException e) {
                return false;
            }
        }

        @Override
        public void wake() {
            sources.add(WAKE);
        }
    }

    @AfterEach
    void stop() {
        thread.stop();
    }

    @Test
    void tellsWhenItEndsByItself() throws InterruptedException {
        thread.start();

        signals.sources.add(FakeSignals.BROKEN);

        assertThat(events.poll(60, TimeUnit.SECONDS))
                .isInstanceOfSatisfying(
                        DdsEvent.DeliveryEnded.class,
                        ended -> assertThat(ended.thread()).isEqualTo("dds-test"));
    }

    @Test
    void saysNothingWhenItIsStopped() {
        thread.start();

        assertThat(thread.stop()).isTrue();

        assertThat(events).isEmpty();
    }

    @Test
    void goesOnAfterAListenerThatThrows() throws InterruptedException {
        thread.start();
        signals.sources.add(() -> {
            throw new AssertionError("of the first listener");
        });
        signals.sources.add(() -> {
            delivered.add("second");
            return false;
        });

        assertThat(delivered.poll(60, TimeUnit.SECONDS)).isEqualTo("second");
        assertThat(events).singleElement().isInstanceOfSatisfying(DdsEvent.BatchDropped.class, dropped -> {
            assertThat(dropped.thread()).isEqualTo("dds-test");
            assertThat(dropped.reason()).contains("of the first listener");
        });
    }
}
