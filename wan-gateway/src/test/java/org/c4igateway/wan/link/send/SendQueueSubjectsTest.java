package org.c4igateway.wan.link.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.message.Precedence.FLASH;
import static org.c4igateway.core.message.Precedence.ROUTINE;

import org.c4igateway.wan.link.record.DeliveryOptions;
import org.c4igateway.wan.link.record.OfferResult;
import org.c4igateway.wan.link.record.OutstandingRecord;
import org.junit.jupiter.api.Test;

/** The newest record about a subject takes the place of an older one: at most 1,000 bytes wait here. */
class SendQueueSubjectsTest extends SendQueueFixture {
    @Test
    void countsTheWaitOfANewerRecordFromItsOwnOffer() {
        offer(1, ROUTINE, 10, newest(Long.MAX_VALUE), 100);
        offer(2, ROUTINE, 10, newest(Long.MAX_VALUE), 300);

        assertThat(queue.oldestWaitingNanos(ROUTINE.code(), 500)).isEqualTo(200);
    }

    @Test
    void countsTheBytesOfTheNewestOnly() {
        offer(1, ROUTINE, 100, newest(Long.MAX_VALUE), 0);
        offer(2, ROUTINE, 300, newest(Long.MAX_VALUE), 0);

        assertThat(queue.bytes()).isEqualTo(300);
        assertThat(order(ROUTINE)).containsExactly(2L);
        assertThat(accounts.tallies().get(ROUTINE.code()).queued()).isEqualTo(1);
    }

    @Test
    void expiresTheNewestInItsOwnTime() {
        offer(1, ROUTINE, 10, newest(50), 0);
        offer(2, ROUTINE, 10, newest(80), 0);
        assertThat(queue.nextExpiryNanos()).isEqualTo(80);

        queue.expire(50);
        assertThat(endings.told).containsExactly("1 SUPERSEDED");
        queue.expire(80);
        assertThat(endings.told).containsExactly("1 SUPERSEDED", "2 EXPIRED");
    }

    @Test
    void expiresOthersBeforeANewestThatLastsLongerThanTheOlder() {
        offer(1, ROUTINE, 10, newest(50), 0);
        offer(2, ROUTINE, 10, DeliveryOptions.reliable(60), 0);

        offer(3, ROUTINE, 10, newest(80), 0);

        assertThat(queue.nextExpiryNanos()).isEqualTo(60);
    }

    @Test
    void supersedesWhatIsInFlightOnceThoughTheNewerFindsNoRoom() {
        offer(1, ROUTINE, 10, newest(Long.MAX_VALUE), 0);
        takeOff(ROUTINE);
        offer(2, FLASH, 500);
        offer(3, FLASH, 500);

        assertThat(offer(4, ROUTINE, 10, newest(Long.MAX_VALUE), 0)).isEqualTo(OfferResult.FULL);
        assertThat(offer(5, ROUTINE, 10, newest(Long.MAX_VALUE), 0)).isEqualTo(OfferResult.FULL);

        assertThat(endings.told).containsExactly("1 SUPERSEDED", "4 DROPPED_FOR_ROOM", "5 DROPPED_FOR_ROOM");
    }

    @Test
    void queuesTheNewestBehindOthersWhereItIsTooLargeForThePlaceOfTheOlder() {
        offer(1, ROUTINE, 100, newest(Long.MAX_VALUE), 0);
        offer(2, ROUTINE, 400);
        offer(3, ROUTINE, 400);

        assertThat(offer(4, ROUTINE, 201, newest(Long.MAX_VALUE), 0)).isEqualTo(OfferResult.REPLACED);

        assertThat(order(ROUTINE)).containsExactly(3L, 4L);
        assertThat(endings.told).containsExactly("1 SUPERSEDED", "2 DROPPED_FOR_ROOM");
        assertThat(queue.bytes()).isEqualTo(601);
    }

    @Test
    void replacesNothingAboutASubjectThatHasExpired() {
        offer(1, ROUTINE, 10, newest(50), 0);
        queue.expire(50);

        assertThat(offer(2, ROUTINE, 10, newest(80), 60)).isEqualTo(OfferResult.QUEUED);
        assertThat(endings.told).containsExactly("1 EXPIRED");
    }

    @Test
    void replacesTheNewestAlsoWhereAnOlderOneEndsLater() {
        offer(1, ROUTINE, 10, newest(Long.MAX_VALUE), 0);
        OutstandingRecord first = takeOff(ROUTINE);
        offer(2, ROUTINE, 10, newest(Long.MAX_VALUE), 0);
        queue.forget(first);

        assertThat(offer(3, ROUTINE, 10, newest(Long.MAX_VALUE), 0)).isEqualTo(OfferResult.REPLACED);
        assertThat(order(ROUTINE)).containsExactly(3L);
        assertThat(endings.told).containsExactly("1 SUPERSEDED", "2 SUPERSEDED");
    }

    @Test
    void takesStateWithoutRoomAndGivesItUpForNothing() {
        offer(1, ROUTINE, 500, DeliveryOptions.latestOf("greeting"), 0);
        offer(2, ROUTINE, 500);

        assertThat(offer(3, ROUTINE, 500, DeliveryOptions.latestOf("catalogue"), 0))
                .isEqualTo(OfferResult.QUEUED);
        assertThat(queue.bytes()).isEqualTo(1_500);
        assertThat(offer(4, FLASH, 500)).isEqualTo(OfferResult.FULL);

        assertThat(order(ROUTINE)).containsExactly(1L, 3L);
        assertThat(endings.told).containsExactly("2 DROPPED_FOR_ROOM", "4 DROPPED_FOR_ROOM");
    }
}
