package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SignalPaceTest {
    /** A tick count may be negative. */
    private static final long START = -5_000_000_000L;

    private final SignalPace pace = new SignalPace(START);
    private long rowsNanos = START - SignalPace.QUIET_NANOS;

    @Test
    void wakesFurtherAndFurtherApartAfterReadersWentQuiet() {
        pace.wentQuiet(START);
        assertThat(pace.isQuiet()).isFalse();
        List<Long> dueMillis = new ArrayList<>();
        for (long millis = 0; millis < 1_000; millis++) {
            if (pace.isEchoDue(at(millis))) {
                dueMillis.add(millis);
            }
        }
        assertThat(dueMillis).containsExactly(10L, 30L, 60L, 100L, 150L);
        assertThat(pace.isQuiet()).isTrue();
    }

    @Test
    void waitsUntilTheNextWakeButNotLongerThanATenthOfASecond() {
        assertThat(pace.waitMillis(at(0))).isEqualTo(100);
        pace.wentQuiet(at(0));
        assertThat(pace.waitMillis(at(0))).isEqualTo(11);
        assertThat(pace.waitMillis(at(50))).isEqualTo(1);
    }

    /** Forty transactions a second, however many rows and destinations each has. */
    @Test
    void leavesReadersToTheNotificationsWhileCommitsAreFew() {
        for (long millis = 0; millis < 3_000; millis += 25) {
            pace.notified(1, false);
            assertThat(findsRows(millis)).as("after %d ms", millis).isFalse();
        }
    }

    /** A third of them would bring more than five in a tenth of a second. */
    @Test
    void leavesReadersToTheNotificationsWhileTwentyASecondComeAtRandom() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int polling = 0;
        for (long millis = 0; millis < 60_000; millis++) {
            if (random.nextInt(50) == 0) {
                pace.notified(1, false);
                polling += findsRows(millis) ? 1 : 0;
            } else {
                polling += isPolling(false, millis) ? 1 : 0;
            }
        }

        assertThat(polling).as("of a minute, seed %d", seed).isLessThan(6_000);
    }

    @Test
    void letsReadersPollWhenCommitsAreMany() {
        for (long millis = 0; millis < 25; millis++) {
            pace.notified(1, false);
            assertThat(findsRows(millis)).isFalse();
        }
        pace.notified(1, false);

        assertThat(findsRows(25)).isTrue();
    }

    /** Even if they are few, because the disk is slow. */
    @Test
    void letsReadersPollAsSoonAsTwoTransactionsThatNotifyMeet() {
        pace.notified(1, true);
        assertThat(isPolling(false, 0)).as("no reader has found its row yet").isFalse();

        assertThat(findsRows(5)).isTrue();
    }

    @Test
    void letsReadersPollUntilTheyHaveFoundNothingForATenthOfASecond() {
        pace.notified(1, true);
        assertThat(findsRows(0)).isTrue();
        assertThat(isPolling(false, 99)).isTrue();
        assertThat(isPolling(false, 100)).isFalse();
    }

    /** How many commits there are cannot be known while none notifies. */
    @Test
    void triesAfterASecondOfPollingWhetherCommitsMayNotify() {
        pace.notified(1, true);
        assertThat(findsRows(0)).isTrue();
        for (long millis = 10; millis < 1_000; millis += 10) {
            assertThat(findsRows(millis)).as("after %d ms", millis).isTrue();
        }
        assertThat(findsRows(1_000)).isFalse();

        pace.notified(1, true);
        assertThat(findsRows(1_001)).as("they still meet").isTrue();
    }

    /** As a node that stands by: the one that serves has to hold the lock. */
    @Test
    void takesNoLockWithoutReadersThatFindRows() {
        for (long millis = 0; millis < 1_000; millis++) {
            pace.notified(1, true);
            assertThat(isPolling(false, millis)).as("after %d ms", millis).isFalse();
        }
    }

    /** Of sessions that do not notify, or where nothing is sent as the queue of notifications is half full. */
    @Test
    void letsReadersPollWhenTheyFindRowsOfWhichNothingTold() {
        assertThat(isPolling(false, 300)).isFalse();

        assertThat(findsRows(400)).isTrue();
        assertThat(isPolling(false, 500)).isFalse();
    }

    /** A notification comes before its row is read, perhaps at the end of a window. */
    @Test
    void remembersANotificationUntilItsRowIsRead() {
        pace.notified(1, false);
        assertThat(isPolling(false, 500)).isFalse();

        assertThat(findsRows(550)).isFalse();
    }

    @Test
    void letsReadersPollAsLongAsThereAreRowsWhenOtherProcessesHaveReadersToo() {
        for (long millis = 0; millis < 3_000; millis += 50) {
            pace.notified(1, false);
            rowsNanos = at(millis);
            assertThat(isPolling(true, millis)).as("after %d ms", millis).isTrue();
        }

        assertThat(isPolling(true, 3_050)).isFalse();
    }

    private boolean findsRows(long millis) {
        rowsNanos = at(millis);
        return isPolling(false, millis);
    }

    private boolean isPolling(boolean shared, long millis) {
        return pace.isPolling(rowsNanos, shared, at(millis));
    }

    private static long at(long millis) {
        return START + TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
