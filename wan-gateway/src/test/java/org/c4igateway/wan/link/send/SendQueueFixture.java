package org.c4igateway.wan.link.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.wan.link.send.SendSide.RELIABLE;

import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.link.Balance;
import org.c4igateway.wan.link.record.DeliveryOptions;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.link.record.OfferResult;
import org.c4igateway.wan.link.record.OutstandingRecord;
import org.c4igateway.wan.link.record.Payload;
import org.c4igateway.wan.link.record.StreamKey;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.junit.jupiter.api.AfterEach;

/** A queue in which at most 1,000 bytes wait; a record has at most 500. */
abstract class SendQueueFixture {
    final Endings endings = new Endings();
    final RecordAccounts accounts = new RecordAccounts(endings);
    final SendQueue queue = new SendQueue(new LinkSettings.Bounds(100, 1_000, 500, 8, 8), accounts);

    @AfterEach
    void everyRecordIsAccountedFor() {
        assertThat(accounts.tallies()).allMatch(Balance::holds);
    }

    OutstandingRecord takeOff(Precedence precedence) {
        OutstandingRecord first = queue.head(precedence.code(), 1, 1).getFirst();
        queue.takeOff(first);
        first.place(1);
        return first;
    }

    static DeliveryOptions newest(long expiresAtNanos) {
        return DeliveryOptions.newestOf("tank 1", expiresAtNanos);
    }

    OfferResult offer(long id, Precedence precedence, int bytes) {
        return offer(id, precedence, bytes, RELIABLE, 0);
    }

    OfferResult offer(long id, Precedence precedence, int bytes, DeliveryOptions handling, long nowNanos) {
        return queue.offer(item(id, precedence, bytes, handling), nowNanos);
    }

    static LinkItem item(long id, Precedence precedence, int bytes, DeliveryOptions handling) {
        return new LinkItem(id, precedence, new StreamKey("A", "t"), Payload.of(new byte[bytes]), handling);
    }

    List<Long> order(Precedence precedence) {
        return queue.head(precedence.code(), 100, 10_000).stream()
                .map(outstandingRecord -> outstandingRecord.item().id())
                .toList();
    }
}
