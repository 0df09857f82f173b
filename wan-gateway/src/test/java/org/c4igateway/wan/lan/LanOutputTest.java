package org.c4igateway.wan.lan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.core.flow.PrecedenceOrder;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.TestLoops;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LanOutputTest {
    private static final int ENOUGH = 1_000;
    private static final long MAX_BYTES = 1_000;
    private static final String ORDERS = "KMTF_A001";
    private static final String REPORTS = "KMTF_A002";

    private final List<String> written = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger dropped = new AtomicInteger();
    private final CountDownLatch filled = new CountDownLatch(1);
    private final LanOutput output =
            new LanOutput("lan-output-test", MAX_BYTES, () -> {}, dropped::addAndGet, TestLoops.create());

    @AfterEach
    void close() {
        filled.countDown();
        output.close();
    }

    private static LanOutput.QueuedSample sample(String topic, Precedence precedence, LanOutput.Attempt write) {
        return new LanOutput.QueuedSample(topic, precedence, 1, write, () -> {});
    }

    private void add(String topic, Precedence precedence, String name) {
        output.add(sample(topic, precedence, () -> written.add(name)));
    }

    /** Starts the thread, which waits in its first write until {@link #filled}. */
    private void startHeld() {
        CountDownLatch holds = new CountDownLatch(1);
        output.add(sample(ORDERS, Precedence.FLASH, () -> {
            holds.countDown();
            await(filled);
            return true;
        }));
        output.start();
        await(holds);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Adds a sample whose write adds the next one, until the other has been written or enough of these have. */
    private void addWithoutEnd(String topic, AtomicInteger writes, CountDownLatch end) {
        output.add(sample(topic, Precedence.FLASH, () -> {
            if (writes.incrementAndGet() == ENOUGH) {
                end.countDown();
            } else if (end.getCount() > 0) {
                addWithoutEnd(topic, writes, end);
            }
            return true;
        }));
    }

    private int writesWithoutEndBefore(String topic, Precedence precedence) {
        AtomicInteger writes = new AtomicInteger();
        AtomicInteger before = new AtomicInteger(ENOUGH);
        CountDownLatch end = new CountDownLatch(1);
        startHeld();
        for (int i = 0; i < 2; i++) {
            addWithoutEnd(ORDERS, writes, end);
        }
        output.add(sample(topic, precedence, () -> {
            before.set(writes.get());
            end.countDown();
            return true;
        }));
        filled.countDown();
        await(end);
        return before.get();
    }

    @Test
    void writesRoutineWhileFlashComesWithoutEnd() {
        assertThat(writesWithoutEndBefore(REPORTS, Precedence.ROUTINE)).isBetween(1, PrecedenceOrder.FLOOR_INTERVAL);
    }

    @Test
    void writesEachTopicWhileAnotherOfTheSamePrecedenceComesWithoutEnd() {
        assertThat(writesWithoutEndBefore(REPORTS, Precedence.FLASH)).isLessThan(3);
    }

    @Test
    void writesTheMostUrgentFirstAndEachLineInOrder() {
        startHeld();
        CountDownLatch last = new CountDownLatch(1);
        add(ORDERS, Precedence.ROUTINE, "r1");
        add(ORDERS, Precedence.ROUTINE, "r2");
        add(REPORTS, Precedence.PRIORITY, "p1");
        add(REPORTS, Precedence.FLASH, "f1");
        add(REPORTS, Precedence.FLASH, "f2");
        output.add(sample(ORDERS, Precedence.ROUTINE, () -> {
            last.countDown();
            return true;
        }));

        filled.countDown();
        await(last);

        assertThat(written).containsExactly("f1", "f2", "p1", "r1", "r2");
    }

    @Test
    void passesOverATopicWithoutRoomAndKeepsItsOrder() {
        startHeld();
        CountDownLatch others = new CountDownLatch(1);
        CountDownLatch last = new CountDownLatch(1);
        output.add(sample(ORDERS, Precedence.FLASH, () -> others.getCount() == 0 && written.add("f1")));
        output.add(sample(ORDERS, Precedence.FLASH, () -> {
            written.add("f2");
            last.countDown();
            return true;
        }));
        output.add(sample(REPORTS, Precedence.ROUTINE, () -> {
            written.add("r1");
            others.countDown();
            return true;
        }));

        filled.countDown();
        await(last);

        assertThat(written).containsExactly("r1", "f1", "f2");
    }

    @Test
    void dropsTheLongestLineWhenItIsFull() {
        startHeld();
        CountDownLatch last = new CountDownLatch(1);
        output.add(sample(REPORTS, Precedence.ROUTINE, () -> {
            written.add("kept");
            last.countDown();
            return true;
        }));
        for (int i = 0; i < MAX_BYTES; i++) {
            add(ORDERS, Precedence.ROUTINE, "dropped");
        }

        filled.countDown();
        await(last);

        assertThat(dropped.get()).isEqualTo((int) MAX_BYTES);
        assertThat(written).containsExactly("kept");
    }

    @Test
    void tellsOfEachSampleThatItDrops() {
        startHeld();
        AtomicInteger told = new AtomicInteger();
        for (int i = 0; i <= MAX_BYTES; i++) {
            output.add(new LanOutput.QueuedSample(
                    ORDERS, Precedence.ROUTINE, 1, () -> written.add("dropped"), told::incrementAndGet));
        }

        assertThat(told.get()).isEqualTo((int) MAX_BYTES + 1);
        assertThat(dropped.get()).isEqualTo(told.get());
    }
}
