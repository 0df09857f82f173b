package org.c4igateway.wan.gateway;

import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.dds.transport.DdsSettings;
import org.c4igateway.wan.TestLoops;
import org.c4igateway.wan.lan.SiteLan;
import org.junit.jupiter.api.Test;

/** A gateway whose thread does not get on, so that its queue is full. */
class FullQueueTest extends WanGatewayFixture {
    private static final int RECEIPTS = 1_000;

    private final ReentrantLock turns = new ReentrantLock();
    private long written;

    private Instant whenItMayTurn() {
        turns.lock();
        try {
            return Instant.now();
        } finally {
            turns.unlock();
        }
    }

    /** What comes before reader and writer have met, is lost. */
    private void writeReceipts(SiteLan application) {
        for (int i = 0; i < RECEIPTS; i++) {
            application.write(new KmtfReceipt("NOBODY", "NONE", new long[0], new long[0], List.of()), ++written);
        }
    }

    private double overrun() {
        return meters.counter("c4i.wan.lan.overrun").count();
    }

    @Test
    void reportsANodeThatAnnouncedItselfWhileTheQueueWasFull() {
        LanNode bravo = opened(new LanNode(south, "BRAVO", 12, "ALPHA"));
        southern(KEYS);
        SiteLan application = opened(new SiteLan(
                SiteLan.Domain.of(DdsSettings.loopback(north), 1 << 24),
                LanNode.CATALOGUE,
                new SimpleMeterRegistry(),
                new DeafApplication(),
                TestLoops.create()));
        application.start();
        time = this::whenItMayTurn;
        northern(KEYS);

        turns.lock();
        try {
            await().atMost(SOON).until(() -> {
                writeReceipts(application);
                return overrun() > 0;
            });
            double full = overrun();
            opened(new LanNode(north, "ALPHA", 11, "BRAVO"));
            await().atMost(SOON).until(() -> overrun() > full);
        } finally {
            turns.unlock();
        }

        await().atMost(SOON).until(() -> bravo.reaches("ALPHA"));
    }
}
