package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SignalPaceTest {
    /** A tick count may be negative. */
    private static final long START = -5_000_000_000L;

    private final SignalPace pace = new SignalPace(START);
    private long rows;

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

    /** Forty transactions a second, of many rows each. */
    @Test
    void leavesReadersToTheNotificationsWhileCommitsAreFew() {
        for (long millis = 0; millis < 3_000; millis += 25) {
            pace.notified(1);
            rows += 20;
            assertThat(isPolling(false, millis)).as("after %d ms", millis).isFalse();
        }
    }

    @Test
    void letsReadersPollAsSoonAsCommitsFollowEachOtherClosely() {
        for (long millis = 0; millis < 5; millis++) {
            pace.notified(1);
            rows++;
            assertThat(isPolling(false, millis)).isFalse();
        }
        pace.notified(1);
        rows++;

        assertThat(isPolling(false, 5)).isTrue();
    }

    /** Sixty rows a second keep them polling, twenty do not. */
    @Test
    void letsReadersPollUntilRowsAreFewAgain() {
        pace.notified(10);
        rows++;
        assertThat(isPolling(false, 0)).isTrue();
        for (long millis = 10; millis <= 1_000; millis += 10) {
            rows += millis % 50 == 0 ? 3 : 0;
            assertThat(isPolling(false, millis)).as("after %d ms", millis).isTrue();
        }
        boolean polling = true;
        for (long millis = 1_010; millis <= 2_000; millis += 10) {
            int submitted = millis % 50 == 0 ? 1 : 0;
            rows += submitted;
            pace.notified(polling ? 0 : submitted);
            polling = isPolling(false, millis);
            assertThat(polling).as("after %d ms", millis).isEqualTo(millis < 1_100);
        }
    }

    /** As a node that stands by: the one that serves has to hold the lock. */
    @Test
    void takesNoLockWithoutReadersThatFindRows() {
        for (long millis = 0; millis < 1_000; millis++) {
            pace.notified(1);
            assertThat(isPolling(false, millis)).as("after %d ms", millis).isFalse();
        }
    }

    /** Of sessions that do not notify, or where nothing is sent as the queue of notifications is half full. */
    @Test
    void letsReadersPollWhenTheyFindRowsOfWhichNothingTold() {
        assertThat(isPolling(false, 300)).isFalse();
        rows++;

        assertThat(isPolling(false, 400)).isTrue();
        assertThat(isPolling(false, 500)).isFalse();
    }

    /** A notification comes before its row is read, perhaps at the end of a window. */
    @Test
    void remembersANotificationUntilItsRowIsRead() {
        pace.notified(1);
        assertThat(isPolling(false, 100)).isFalse();
        rows++;

        assertThat(isPolling(false, 150)).isFalse();
    }

    @Test
    void letsReadersPollAsLongAsThereAreRowsWhenOtherProcessesHaveReadersToo() {
        pace.notified(1);
        rows++;
        assertThat(isPolling(true, 10)).isTrue();
        rows++;
        assertThat(isPolling(true, 110)).isTrue();

        assertThat(isPolling(true, 210)).isFalse();
    }

    private boolean isPolling(boolean shared, long millis) {
        return pace.isPolling(rows, shared, at(millis));
    }

    private static long at(long millis) {
        return START + TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
