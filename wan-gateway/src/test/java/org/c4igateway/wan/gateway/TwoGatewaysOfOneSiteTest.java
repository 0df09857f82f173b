package org.c4igateway.wan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.wan.journal.JournalSpec;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway was copied to a second machine: both have the site's name and key, and one peer. */
class TwoGatewaysOfOneSiteTest {
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long EPOCH_NANOS = 1_800_000_000_000_000_000L;

    @TempDir
    private Path directory;

    private final Deque<byte[]> southward = new ArrayDeque<>();
    private final Deque<byte[]> northward = new ArrayDeque<>();
    private final Set<Long> sessions = new HashSet<>();
    private long nanos;
    private SimGateway first;
    private @Nullable SimGateway second;
    private SimGateway south;

    private ClockReading now() {
        return new ClockReading(nanos, EPOCH_NANOS + nanos);
    }

    private SimGateway gateway(String place, String node, String site, String peer, Deque<byte[]> way) {
        JournalSpec journal = new JournalSpec(
                directory.resolve(place),
                new JournalSpec.Bounds(Duration.ofDays(1).toNanos(), 1 << 20));
        LinkSpec spec = OutageWorld.spec(peer, LinkSettings.Bounds.DEFAULT, journal);
        return new SimGateway(node, spec, site, (level, body) -> way.add(body), now());
    }

    @BeforeEach
    void start() {
        first = gateway("first", "ALPHA", "NORTH", "SOUTH", southward);
        south = gateway("south", "BRAVO", "SOUTH", "NORTH", northward);
    }

    @AfterEach
    void close() {
        first.close();
        south.close();
        if (second != null) {
            second.close();
        }
    }

    private void pass(Duration time) {
        for (long until = nanos + time.toNanos(); nanos < until; nanos += STEP_NANOS) {
            turn(first);
            turn(south);
            if (second != null) {
                turn(second);
            }
            while (!southward.isEmpty()) {
                south.receive(southward.remove(), now());
            }
            while (!northward.isEmpty()) {
                byte[] body = northward.remove();
                first.receive(body, now());
                if (second != null) {
                    second.receive(body, now());
                }
            }
        }
    }

    private void turn(SimGateway gateway) {
        gateway.tick(now());
        gateway.work(now());
        if (!gateway.equals(south)) {
            sessions.add(gateway.status(now()).snapshot().session());
        }
    }

    private boolean isUp(SimGateway gateway) {
        return gateway.status(now()).snapshot().peers().getFirst().up();
    }

    @Test
    void doNotAnswerEachOtherWithSessionsForEver() {
        pass(Duration.ofSeconds(20));
        assertThat(isUp(first)).isTrue();
        assertThat(first.alarm(now())).isEmpty();

        SimGateway copy = gateway("second", "ALPHA", "NORTH", "SOUTH", southward);
        second = copy;
        pass(Duration.ofMinutes(20));

        assertThat(sessions).as("each begins one in 320 s in the end").hasSizeBetween(4, 30);
        assertThat(first.alarm(now()).or(() -> copy.alarm(now())))
                .get()
                .returns(ErrorCode.NAME_CONFLICT, TransportAlarm::code)
                .extracting(TransportAlarm::detail)
                .asString()
                .contains("site NORTH", "link wan");

        copy.close();
        second = null;
        pass(Duration.ofMinutes(15));
        assertThat(isUp(first)).isTrue();
        assertThat(first.alarm(now())).isEmpty();
    }
}
