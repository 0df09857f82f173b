package org.c4igateway.wan.link.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.link.Balance;
import org.c4igateway.wan.link.record.DeliveryOptions;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.link.record.OfferResult;
import org.c4igateway.wan.link.record.OutstandingRecord;
import org.c4igateway.wan.link.record.Payload;
import org.c4igateway.wan.link.record.StreamKey;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.junit.jupiter.api.Test;

class SendQueueTest {
    private final Endings ended = new Endings();
    private final List<String> endings = ended.told;
    private final RecordAccounts recordAccounts = new RecordAccounts(ended);
    private final SendQueue queue = new SendQueue(new LinkSettings.Bounds(4, 1_000, 500, 8, 8), recordAccounts);

    private OfferResult offer(long id, Precedence precedence, String topic, DeliveryOptions deliveryOptions) {
        Payload payload = Payload.of(new byte[100]);
        return queue.offer(new LinkItem(id, precedence, new StreamKey("A", topic), payload, deliveryOptions), 0);
    }

    private OfferResult offer(long id, Precedence precedence, String topic) {
        return offer(id, precedence, topic, DeliveryOptions.reliable(Long.MAX_VALUE));
    }

    private List<Long> order(Precedence precedence) {
        return queue.head(precedence.code(), 100, 10_000).stream()
                .map(outstandingRecord -> outstandingRecord.item().id())
                .toList();
    }

    @Test
    void servesInTheOrderOfArrival() {
        offer(1, Precedence.FLASH, "a");
        offer(2, Precedence.FLASH, "b");
        offer(3, Precedence.FLASH, "a");

        assertThat(order(Precedence.FLASH)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void servesStreamsWithTheNewestFirstAfterAnOutageUntilThePileIsGone() {
        offer(1, Precedence.FLASH, "a");
        offer(2, Precedence.FLASH, "b");
        offer(3, Precedence.FLASH, "b");
        queue.newestFirst();
        assertThat(order(Precedence.FLASH)).containsExactly(2L, 3L, 1L);

        offer(4, Precedence.FLASH, "c");
        assertThat(order(Precedence.FLASH)).containsExactly(4L, 2L, 3L, 1L);

        for (OutstandingRecord outstandingRecord : queue.head(0, 100, 10_000)) {
            queue.takeOff(outstandingRecord);
        }
        offer(5, Precedence.FLASH, "a");
        offer(6, Precedence.FLASH, "b");
        assertThat(order(Precedence.FLASH)).containsExactly(5L, 6L);
    }

    @Test
    void dropsTheOldestOfTheLeastUrgentForWhatIsAsUrgent() {
        offer(1, Precedence.FLASH, "a");
        offer(2, Precedence.ROUTINE, "a");
        offer(3, Precedence.ROUTINE, "a");
        offer(4, Precedence.PRIORITY, "a");

        assertThat(offer(5, Precedence.IMMEDIATE, "a")).isEqualTo(OfferResult.QUEUED);
        assertThat(offer(6, Precedence.ROUTINE, "a")).isEqualTo(OfferResult.QUEUED);
        assertThat(offer(7, Precedence.FLASH, "a")).isEqualTo(OfferResult.QUEUED);
        assertThat(offer(8, Precedence.ROUTINE, "a")).isEqualTo(OfferResult.FULL);

        assertThat(endings)
                .containsExactly(
                        "2 DROPPED_FOR_ROOM", "3 DROPPED_FOR_ROOM", "6 DROPPED_FOR_ROOM", "8 DROPPED_FOR_ROOM");
        assertThat(recordAccounts.tallies()).allMatch(Balance::holds);
    }

    @Test
    void returnsTheNewestOfWhatIsSentAgainBeforeItGivesAnythingUp() {
        DeliveryOptions resent = DeliveryOptions.resent(Long.MAX_VALUE);
        offer(1, Precedence.ROUTINE, "a");
        offer(2, Precedence.ROUTINE, "b", resent);
        offer(3, Precedence.ROUTINE, "b", resent);
        offer(4, Precedence.PRIORITY, "b", resent);

        assertThat(offer(5, Precedence.ROUTINE, "b", resent)).isEqualTo(OfferResult.FULL);
        assertThat(offer(6, Precedence.FLASH, "a")).isEqualTo(OfferResult.QUEUED);
        assertThat(offer(7, Precedence.ROUTINE, "a")).isEqualTo(OfferResult.QUEUED);
        assertThat(offer(8, Precedence.FLASH, "b", resent)).isEqualTo(OfferResult.QUEUED);
        assertThat(offer(9, Precedence.FLASH, "b", resent)).isEqualTo(OfferResult.QUEUED);
        assertThat(offer(10, Precedence.FLASH, "b", resent)).isEqualTo(OfferResult.QUEUED);
        assertThat(offer(11, Precedence.FLASH, "b", resent)).isEqualTo(OfferResult.FULL);

        assertThat(endings)
                .containsExactly(
                        "5 RETURNED",
                        "3 RETURNED",
                        "1 DROPPED_FOR_ROOM",
                        "2 RETURNED",
                        "7 DROPPED_FOR_ROOM",
                        "4 RETURNED",
                        "11 RETURNED");
        assertThat(order(Precedence.FLASH)).containsExactly(6L, 8L, 9L, 10L);
        assertThat(recordAccounts.tallies()).allMatch(Balance::holds);
    }

    @Test
    void refusesWhatIsTooLargeOrTooLate() {
        LinkItem large = new LinkItem(
                1,
                Precedence.FLASH,
                new StreamKey("A", "a"),
                Payload.of(new byte[501]),
                DeliveryOptions.reliable(Long.MAX_VALUE));

        assertThat(queue.offer(large, 0)).isEqualTo(OfferResult.TOO_LARGE);
        assertThat(offer(2, Precedence.FLASH, "a", DeliveryOptions.reliable(0))).isEqualTo(OfferResult.EXPIRED);
        assertThat(endings).containsExactly("1 DROPPED_TOO_LARGE", "2 EXPIRED");
        assertThat(queue.bytes()).isZero();
    }

    @Test
    void putsTheNewestInThePlaceOfTheOlder() {
        offer(1, Precedence.ROUTINE, "a", DeliveryOptions.newestOf("tank 1", Long.MAX_VALUE));
        offer(2, Precedence.ROUTINE, "a", DeliveryOptions.newestOf("tank 2", Long.MAX_VALUE));

        assertThat(offer(3, Precedence.ROUTINE, "a", DeliveryOptions.newestOf("tank 1", Long.MAX_VALUE)))
                .isEqualTo(OfferResult.REPLACED);

        assertThat(order(Precedence.ROUTINE)).containsExactly(3L, 2L);
        assertThat(endings).containsExactly("1 SUPERSEDED");
    }

    @Test
    void movesTheNewestToItsPrecedence() {
        offer(1, Precedence.ROUTINE, "a", DeliveryOptions.newestOf("tank 1", Long.MAX_VALUE));

        offer(2, Precedence.FLASH, "a", DeliveryOptions.newestOf("tank 1", Long.MAX_VALUE));

        assertThat(order(Precedence.ROUTINE)).isEmpty();
        assertThat(order(Precedence.FLASH)).containsExactly(2L);
        assertThat(recordAccounts.tallies()).allMatch(Balance::holds);
    }

    @Test
    void endsWhatExpiresWhileItWaits() {
        offer(1, Precedence.FLASH, "a", DeliveryOptions.reliable(50));
        offer(2, Precedence.ROUTINE, "a", DeliveryOptions.bestEffort(60));
        assertThat(queue.nextExpiryNanos()).isEqualTo(50);

        queue.expire(55);

        assertThat(endings).containsExactly("1 EXPIRED");
        assertThat(queue.nextExpiryNanos()).isEqualTo(60);
    }

    @Test
    void supersedesWhatIsInFlight() {
        offer(1, Precedence.ROUTINE, "a", new DeliveryOptions(true, false, Long.MAX_VALUE, Optional.of("tank 1")));
        OutstandingRecord outstandingRecord =
                queue.head(Precedence.ROUTINE.code(), 1, 1).getFirst();
        queue.takeOff(outstandingRecord);
        outstandingRecord.place(100);

        offer(2, Precedence.ROUTINE, "a", new DeliveryOptions(true, false, Long.MAX_VALUE, Optional.of("tank 1")));

        assertThat(endings).containsExactly("1 SUPERSEDED");
        assertThat(order(Precedence.ROUTINE)).containsExactly(2L);
        assertThat(recordAccounts.tallies()).allMatch(Balance::holds);
    }
}
