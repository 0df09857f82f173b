package org.c4igateway.wan.link.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.message.Precedence.FLASH;
import static org.c4igateway.core.message.Precedence.IMMEDIATE;
import static org.c4igateway.core.message.Precedence.PRIORITY;
import static org.c4igateway.core.message.Precedence.ROUTINE;
import static org.c4igateway.wan.link.send.SendSide.RELIABLE;

import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.link.record.DeliveryOptions;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.link.record.OfferResult;
import org.c4igateway.wan.link.record.OutstandingRecord;
import org.c4igateway.wan.link.record.Payload;
import org.c4igateway.wan.link.record.StreamKey;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.junit.jupiter.api.Test;

/** Bytes, times and subjects of waiting records: at most 1,000 bytes wait here, and a record has at most 500. */
class SendQueueRoomTest extends SendQueueFixture {
    @Test
    void takesRecordsOfTheLargestSizeUntilTheirBytesFillIt() {
        assertThat(offer(1, ROUTINE, 500)).isEqualTo(OfferResult.QUEUED);
        assertThat(offer(2, ROUTINE, 500)).isEqualTo(OfferResult.QUEUED);
        assertThat(queue.bytes()).isEqualTo(1_000);
        assertThat(endings.told).isEmpty();

        assertThat(offer(3, ROUTINE, 1)).isEqualTo(OfferResult.QUEUED);

        assertThat(endings.told).containsExactly("1 DROPPED_FOR_ROOM");
        assertThat(queue.bytes()).isEqualTo(501);
    }

    @Test
    void givesUpAsManyAsTheBytesAskFor() {
        for (int id = 1; id <= 10; id++) {
            offer(id, ROUTINE, 100);
        }

        assertThat(offer(11, FLASH, 250)).isEqualTo(OfferResult.QUEUED);

        assertThat(endings.told).containsExactly("1 DROPPED_FOR_ROOM", "2 DROPPED_FOR_ROOM", "3 DROPPED_FOR_ROOM");
        assertThat(queue.bytes()).isEqualTo(950);
    }

    @Test
    void takesARecordAsLargeAsTheWholeQueue() {
        SendQueue small = new SendQueue(new LinkSettings.Bounds(100, 400, 500, 8, 8), accounts);

        assertThat(small.offer(item(1, FLASH, 400, RELIABLE), 0)).isEqualTo(OfferResult.QUEUED);
        assertThat(small.offer(item(2, FLASH, 401, RELIABLE), 0)).isEqualTo(OfferResult.TOO_LARGE);
        assertThat(endings.told).containsExactly("2 DROPPED_TOO_LARGE");
    }

    @Test
    void makesRoomOfWhatHasExpiredFirst() {
        offer(1, ROUTINE, 500, RELIABLE, 0);
        offer(2, ROUTINE, 500, DeliveryOptions.reliable(50), 0);

        assertThat(offer(3, ROUTINE, 500, RELIABLE, 50)).isEqualTo(OfferResult.QUEUED);

        assertThat(endings.told).containsExactly("2 EXPIRED");
        assertThat(order(ROUTINE)).containsExactly(1L, 3L);
    }

    @Test
    void expiresInTheOrderOfTimeThenOfArrival() {
        offer(1, ROUTINE, 10, DeliveryOptions.reliable(60), 0);
        offer(2, FLASH, 10, DeliveryOptions.reliable(50), 0);
        offer(3, PRIORITY, 10, DeliveryOptions.reliable(50), 0);
        offer(4, PRIORITY, 10, DeliveryOptions.reliable(70), 0);
        assertThat(queue.nextExpiryNanos()).isEqualTo(50);

        queue.expire(49);
        assertThat(endings.told).isEmpty();
        queue.expire(60);

        assertThat(endings.told).containsExactly("2 EXPIRED", "3 EXPIRED", "1 EXPIRED");
        assertThat(queue.nextExpiryNanos()).isEqualTo(70);
        assertThat(queue.bytes()).isEqualTo(10);
    }

    @Test
    void knowsNoExpiryOfWhatWaitsForEver() {
        offer(1, ROUTINE, 10);

        assertThat(queue.nextExpiryNanos()).isEqualTo(Long.MAX_VALUE);
        queue.expire(Long.MAX_VALUE - 1);
        assertThat(endings.told).isEmpty();
    }

    @Test
    void tellsHowLongTheOldestHasWaited() {
        assertThat(queue.oldestWaitingNanos(ROUTINE.code(), 500)).isZero();
        offer(1, ROUTINE, 10, RELIABLE, 100);
        offer(2, ROUTINE, 10, RELIABLE, 300);

        assertThat(queue.oldestWaitingNanos(ROUTINE.code(), 500)).isEqualTo(400);
        assertThat(queue.oldestWaitingNanos(FLASH.code(), 500)).isZero();
    }

    /** 100 bytes give their place to 200 when these fill the queue to the last byte. */
    @Test
    void keepsThePlaceOfTheOlderWhileTheBytesSuffice() {
        offer(1, ROUTINE, 100, newest(Long.MAX_VALUE), 0);
        offer(2, ROUTINE, 400);
        offer(3, ROUTINE, 400);

        offer(4, ROUTINE, 200, newest(Long.MAX_VALUE), 0);

        assertThat(order(ROUTINE)).containsExactly(4L, 2L, 3L);
        assertThat(endings.told).containsExactly("1 SUPERSEDED");
        assertThat(queue.bytes()).isEqualTo(1_000);
    }

    @Test
    void givesPlaceToWhatComesBackFromFlightWithoutRoom() {
        offer(1, PRIORITY, 500);
        offer(2, PRIORITY, 500);
        OutstandingRecord first = takeOff(PRIORITY);
        assertThat(queue.bytes()).isEqualTo(500);
        assertThat(accounts.tallies().get(PRIORITY.code()).inFlight()).isEqualTo(1);
        offer(3, PRIORITY, 500);

        queue.comeBack(first);

        assertThat(order(PRIORITY)).as("in its old place").containsExactly(1L, 2L, 3L);
        assertThat(queue.bytes()).isEqualTo(1_500);
        assertThat(first.placed()).isZero();
        assertThat(accounts.tallies().get(PRIORITY.code()).queued()).isEqualTo(3);
        assertThat(accounts.tallies().get(PRIORITY.code()).inFlight()).isZero();
    }

    @Test
    void expiresWhatCameBackFromFlight() {
        offer(1, PRIORITY, 10, DeliveryOptions.reliable(50), 0);
        OutstandingRecord first = takeOff(PRIORITY);
        assertThat(queue.nextExpiryNanos()).isEqualTo(Long.MAX_VALUE);

        queue.comeBack(first);

        assertThat(queue.nextExpiryNanos()).isEqualTo(50);
    }

    @Test
    void givesTheHeadUpToSoManyRecordsOrBytes() {
        for (int id = 1; id <= 5; id++) {
            offer(id, IMMEDIATE, 100);
        }

        assertThat(queue.head(IMMEDIATE.code(), 3, 10_000)).hasSize(3);
        assertThat(queue.head(IMMEDIATE.code(), 10, 200))
                .as("200 bytes suffice")
                .hasSize(2);
        assertThat(queue.head(IMMEDIATE.code(), 10, 201)).hasSize(3);
        assertThat(queue.head(IMMEDIATE.code(), 10, 1)).hasSize(1);
    }

    /** The pile ends with the last record that waited when the outage ended. */
    @Test
    void goesBackToTheOrderOfArrivalOnceThePileIsGone() {
        offer(1, FLASH, 10, "a");
        offer(2, FLASH, 10, "b");
        queue.newestFirst();
        offer(3, FLASH, 10, "a");
        offer(4, FLASH, 10, "b");
        assertThat(order(FLASH)).containsExactly(2L, 4L, 1L, 3L);

        queue.takeOff(queue.head(FLASH.code(), 1, 10).getFirst());
        assertThat(order(FLASH)).as("one of the pile is left").containsExactly(4L, 1L, 3L);
        queue.takeOff(queue.head(FLASH.code(), 2, 20).get(1));

        assertThat(order(FLASH)).containsExactly(3L, 4L);
    }

    @Test
    void pilesUpAgainstAFurtherOutageAlsoWithOneRecord() {
        offer(1, FLASH, 10, "a");
        queue.newestFirst();
        offer(2, FLASH, 10, "b");

        assertThat(order(FLASH)).containsExactly(2L, 1L);
    }

    private OfferResult offer(long id, Precedence precedence, int bytes, String topic) {
        Payload payload = Payload.of(new byte[bytes]);
        return queue.offer(new LinkItem(id, precedence, new StreamKey("A", topic), payload, RELIABLE), 0);
    }
}
