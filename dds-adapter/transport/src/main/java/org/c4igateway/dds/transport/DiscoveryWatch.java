package org.c4igateway.dds.transport;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.c4igateway.dds.api.DdsException;
import org.c4igateway.dds.api.DdsParticipant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the state of the domain periodically, on its own thread, because this takes long in a large domain. */
final class DiscoveryWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DiscoveryWatch.class);

    private final DdsParticipant participant;
    private final DiscoveryMeters meters;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("dds-discovery").factory());

    DiscoveryWatch(DdsParticipant participant, MeterRegistry registry) {
        this.participant = participant;
        this.meters = new DiscoveryMeters(registry);
    }

    void start(Duration interval) {
        long millis = interval.toMillis();
        var _ = timer.scheduleWithFixedDelay(this::look, millis, millis, TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            meters.update(participant.discovery());
        } catch (DdsException e) {
            LOG.debug("the state of the domain cannot be read now", e);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
