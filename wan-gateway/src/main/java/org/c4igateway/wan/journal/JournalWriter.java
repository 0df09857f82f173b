package org.c4igateway.wan.journal;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.watch.Loop;
import org.c4igateway.core.watch.Loops;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a journal's changes every 50 ms, waits for the disk every second, and when the disk has refused asks it again
 * every ten seconds. On a thread of its own, so that a slow disk does not hold up the link.
 */
final class JournalWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JournalWriter.class);
    private static final Duration WRITE = Duration.ofMillis(50);
    private static final int WRITES_PER_SYNC = 20;
    private static final int WRITES_PER_RETRY = 200;
    /** Longest time that a disk may take for one write. */
    private static final Duration SILENCE = Duration.ofSeconds(60);

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final DiskJournal journal;
    private final Loop loop;
    private final ScheduledExecutorService thread;
    private long turns;

    JournalWriter(String link, DiskJournal journal, Loops loops) {
        this.journal = journal;
        this.thread = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("wan-journal-" + link).factory());
        this.loop = loops.add("wan-journal-" + link, SILENCE);
        var _ = thread.scheduleWithFixedDelay(
                () -> loop.turn(this::turn), WRITE.toMillis(), WRITE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void turn() {
        turns++;
        journal.commit(turns % WRITES_PER_SYNC == 0);
        if (turns % WRITES_PER_RETRY == 0) {
            journal.resume();
        }
    }

    /** Ends after the write that runs; never interrupts it, which would close the file. */
    @Override
    public void close() {
        thread.shutdown();
        loop.close();
        try {
            if (!thread.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("The disk of a journal does not answer");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
