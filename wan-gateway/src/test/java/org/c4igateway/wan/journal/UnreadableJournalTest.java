package org.c4igateway.wan.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Disks that do not give for a while what they hold. */
class UnreadableJournalTest extends DiskJournalFixture {
    private DiskJournal journal;

    @BeforeEach
    void fill() {
        FullDisk.register();
        journal = open(directory.resolve("a.journal"), FullDisk.SCHEME).journal();
        range(1, 20).forEach(id -> journal.append(record(id)));
        journal.commit(true);
    }

    private void fail() {
        journal.append(record(21));
        FullDisk.full(true);
        FullDisk.unreadable(true);
        journal.commit(true);
    }

    @Test
    void saysThatRecordsAreAwayWhileTheDiskDoesNotReadThem() {
        fail();

        assertThat(journal.read(1)).isNull();
        assertThat(journal.isAway()).isTrue();
        assertThat(journal.read(21)).as("in memory").isEqualTo(record(21).bytes());
        assertThat(idsOf(journal)).as("what can be read").containsExactly(21L);
        journal.resume();
        assertThat(journal.read(1)).isNull();
        assertThat(journal.isAway()).isTrue();

        FullDisk.heal();
        journal.resume();

        assertThat(journal.isAway()).isFalse();
        assertThat(idsOf(journal)).isEqualTo(range(1, 21));
        assertThat(journal.snapshot(0))
                .returns(true, RecordJournal.Snapshot::working)
                .returns(0L, RecordJournal.Snapshot::damagedFiles);
    }

    /** Room comes back before reads do. */
    @Test
    void doesNotSetAsideAFileThatTheDiskDoesNotReadForNow() {
        fail();
        FullDisk.full(false);

        journal.resume();
        journal.resume();

        assertThat(journal.isAway() || journal.read(1) == null).isTrue();
        FullDisk.heal();
        journal.resume();
        assertThat(idsOf(journal)).isEqualTo(range(1, 21));
        assertThat(directory.resolve("a.journal.damaged-1")).doesNotExist();
    }

    @Test
    void keepsAFileThatCannotBeOpenedForNow() {
        journal.append(record(21));
        FullDisk.full(true);
        FullDisk.withoutDescriptors(true);
        journal.commit(true);

        assertThat(journal.read(1)).isNull();
        assertThat(journal.isAway()).isTrue();
        journal.resume();

        FullDisk.heal();
        journal.resume();
        assertThat(idsOf(journal)).isEqualTo(range(1, 21));
        assertThat(directory.resolve("a.journal.damaged-1")).doesNotExist();
    }

    @Test
    void readsAgainBeforeTheDiskTakesWrites() {
        fail();
        assertThat(journal.read(1)).isNull();

        FullDisk.unreadable(false);
        journal.resume();

        assertThat(journal.isAway()).isFalse();
        assertThat(journal.read(1)).isEqualTo(record(1).bytes());
        assertThat(journal.append(record(22))).isFalse();
    }

    @Test
    void tellsARecordThatIsGoneFromOneThatIsAway() {
        fail();
        FullDisk.unreadable(false);
        journal.resume();

        assertThat(journal.read(99)).isNull();
        assertThat(journal.isAway()).isFalse();
    }

    /** The file is checked as a whole when it is opened, which takes its time. */
    @Test
    @Timeout(60)
    void keepsNobodyWaitingWhileTheFileIsOpenedAgain() throws Exception {
        journal.append(record(21));
        FullDisk.full(true);
        journal.commit(true);
        FullDisk.full(false);
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Thread owner = Thread.currentThread();
        FullDisk.beforeRead(() -> {
            if (!Thread.currentThread().equals(owner)) {
                reading.countDown();
                awaitUninterruptibly(go);
            }
        });
        try (ExecutorService writer = Executors.newSingleThreadExecutor()) {
            CompletableFuture<Void> resumed = CompletableFuture.runAsync(journal::resume, writer);
            assertThat(reading.await(30, TimeUnit.SECONDS)).isTrue();

            assertThat(journal.read(1)).isNull();
            assertThat(journal.isAway()).isTrue();
            assertThat(journal.append(record(22))).isFalse();
            journal.remove(2);
            journal.remove(21);
            assertThat(journal.snapshot(0).records()).isEqualTo(19);
            assertThat(resumed).isNotDone();

            go.countDown();
            resumed.get(30, TimeUnit.SECONDS);
        } finally {
            go.countDown();
        }
        journal.commit(true);
        journal.close();
        assertThat(idsOf(open("a.journal").journal()))
                .hasSize(19)
                .doesNotContain(2L, 21L)
                .contains(1L, 20L);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Opening the file takes the longer the more it holds. */
    @Test
    void leavesTheFileAloneWhileTheDiskTakesNothing() {
        journal.append(record(21));
        FullDisk.full(true);
        journal.commit(true);
        CountDownLatch reads = new CountDownLatch(1);
        FullDisk.beforeRead(reads::countDown);

        journal.resume();

        assertThat(reads.getCount()).as("nothing was read").isEqualTo(1);
        assertThat(directory.resolve("a.journal.probe")).doesNotExist();
    }
}
