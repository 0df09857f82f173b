package org.c4igateway.dds.transport.discovery;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.dds.api.DdsException;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.discovery.DiscoveryView;
import org.c4igateway.dds.api.discovery.EndpointMatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the state of the domain periodically, and soon after DDS has told of endpoints that do not match; on its own
 * thread, because this takes long in a large domain.
 */
public final class DiscoveryWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DiscoveryWatch.class);
    /** With one wrong policy DDS tells of each of 270 topics. One look is enough for all. */
    private static final Duration SOON = Duration.ofSeconds(1);

    /** Discovery of a node's topics is over then, unless the machine is busy. */
    private static final Duration FIRST = Duration.ofSeconds(5);

    private final DdsParticipant participant;
    private final DiscoveryMeters meters;
    private final AtomicBoolean comes = new AtomicBoolean();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("dds-discovery").factory());
    private volatile DomainLook last = DomainLook.NONE;

    public DiscoveryWatch(DdsParticipant participant, MeterRegistry registry) {
        this.participant = participant;
        this.meters = new DiscoveryMeters(registry);
    }

    public void start(Duration interval) {
        var _ = timer.scheduleWithFixedDelay(this::look, FIRST.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Something has changed that is worth a look. Any thread; does not block. */
    public void lookSoon() {
        if (comes.getAndSet(true)) {
            return;
        }
        try {
            var _ = timer.schedule(this::look, SOON.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("closed", e);
        }
    }

    /** @return what was there at the last look; any thread */
    public DomainLook last() {
        return last;
    }

    /** Runs periodically, so an exception must not end it. */
    private void look() {
        comes.set(false);
        try {
            DiscoveryView view = participant.discovery();
            List<EndpointMatch> own = EndpointMatch.ofOwn(view);
            meters.update(view, own);
            last = DomainLook.of(view, own);
        } catch (DdsException e) {
            LOG.debug("the state of the domain cannot be read now", e);
        } catch (RuntimeException e) {
            LOG.error("{}: the look at the domain failed", ErrorCode.DEFECT.code(), e);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
