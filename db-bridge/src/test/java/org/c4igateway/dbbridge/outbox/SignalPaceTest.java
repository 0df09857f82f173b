package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignalPaceTest {
    /** A tick count may be negative. */
    private static final long START = -5_000_000_000L;

    private static final int READERS = 50;

    private final SignalPace pace = new SignalPace(START - SignalPace.QUIET_NANOS);
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
            notified(false, millis);
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
                notified(false, millis);
                polling += findsRows(millis) ? 1 : 0;
            } else {
                polling += isPolling(false, millis) ? 1 : 0;
            }
        }

        assertThat(polling).as("of a minute, seed %d", seed).isLessThan(6_000);
    }

    /** Of one reader, of ten and of fifty: the reads that notifications cause are to be no more than those of polls. */
    @ParameterizedTest
    @CsvSource({"1, 125", "10, 43", "50, 28"})
    void letsReadersPollWhenThatIsLessWork(int readers, int most) {
        for (long millis = 0; millis < most; millis++) {
            notified(false, millis);
            assertThat(findsRows(readers, millis)).as("after %d ms", millis).isFalse();
        }
        notified(false, most);

        assertThat(findsRows(readers, most)).isTrue();
    }

    /** As of a session that submits its next row when the one before it has arrived. */
    @Test
    void leavesTheOnlyReaderToTheNotificationsOfTwoHundredCommitsASecond() {
        for (long millis = 0; millis < 3_000; millis += 5) {
            notified(false, millis);
            assertThat(findsRows(1, millis)).as("after %d ms", millis).isFalse();
        }
    }

    /** Even if they are few, because the disk is slow, and though no row can be read: its destination may be away. */
    @Test
    void letsReadersPollAsSoonAsTwoTransactionsThatNotifyMeet() {
        notified(true, 499);

        assertThat(isPolling(false, 500)).isTrue();
        assertThat(isPolling(false, 599)).isTrue();
        assertThat(isPolling(false, 600)).isFalse();
        assertThat(isPolling(false, 601)).as("it was long ago").isFalse();
    }

    @Test
    void letsReadersPollUntilTheyHaveFoundNothingForATenthOfASecond() {
        notified(true, 0);
        assertThat(findsRows(0)).isTrue();
        assertThat(findsRows(100)).isFalse();
        notified(true, 110);
        assertThat(isPolling(false, 110)).isTrue();
        assertThat(findsRows(150)).isTrue();

        assertThat(isPolling(false, 249)).isTrue();
        assertThat(isPolling(false, 250)).isFalse();
    }

    /** How many commits there are cannot be known while none notifies. */
    @Test
    void triesMoreAndMoreRarelyWhetherCommitsMayNotifyWhileTheyMeetEachTime() {
        List<Long> tries = new ArrayList<>();
        notified(true, 0);
        for (long millis = 0; millis < 6_000; millis++) {
            if (!findsRows(millis)) {
                tries.add(millis);
                notified(true, millis);
            }
        }
        assertThat(tries).containsExactly(100L, 301L, 702L, 1_503L, 2_504L, 3_505L, 4_506L, 5_507L);

        assertThat(isPolling(false, 7_000)).as("ended").isFalse();
        notified(true, 8_500);
        assertThat(findsRows(8_500)).isTrue();
        assertThat(findsRows(8_600)).as("as at the beginning").isFalse();
    }

    /** As a node that stands by: the one that serves has to hold the lock. */
    @Test
    void takesNoLockWithoutReaders() {
        for (long millis = 0; millis < 1_000; millis++) {
            notified(true, millis);
            assertThat(pace.isPolling(rowsNanos, 0, false, at(millis)))
                    .as("after %d ms", millis)
                    .isFalse();
        }
    }

    /** Then each of them would hold the lock without rows in turn. */
    @Test
    void takesNoLockWithoutRowsWhenOtherProcessesHaveReadersToo() {
        for (long millis = 0; millis < 1_000; millis++) {
            notified(true, millis);
            assertThat(isPolling(true, millis)).as("after %d ms", millis).isFalse();
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
        notified(false, 0);
        assertThat(isPolling(false, 500)).isFalse();

        assertThat(findsRows(550)).isFalse();
    }

    @Test
    void letsReadersPollAsLongAsThereAreRowsWhenOtherProcessesHaveReadersToo() {
        for (long millis = 0; millis < 3_000; millis += 50) {
            notified(false, millis);
            rowsNanos = at(millis);
            assertThat(isPolling(true, millis)).as("after %d ms", millis).isTrue();
        }

        assertThat(isPolling(true, 3_050)).isFalse();
    }

    private boolean findsRows(long millis) {
        return findsRows(READERS, millis);
    }

    private boolean findsRows(int readers, long millis) {
        rowsNanos = at(millis);
        return pace.isPolling(rowsNanos, readers, false, at(millis));
    }

    private boolean isPolling(boolean shared, long millis) {
        return pace.isPolling(rowsNanos, READERS, shared, at(millis));
    }

    private void notified(boolean isNext, long millis) {
        pace.notified(1, isNext, at(millis));
    }

    private static long at(long millis) {
        return START + TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
