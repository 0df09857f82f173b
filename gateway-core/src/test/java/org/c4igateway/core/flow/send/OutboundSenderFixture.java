package org.c4igateway.core.flow.send;

import static org.c4igateway.core.flow.OutboundFixture.BRAVO;

import java.util.List;
import org.c4igateway.core.flow.OutboundFixture;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.testkit.Drafts;

/** A sender to one destination over a simulated link, and the messages and receipts of its tests. */
abstract class OutboundSenderFixture {
    final OutboundFixture fixture = new OutboundFixture(false, BRAVO);

    static Receipt receipt(long first, long last) {
        return new Receipt(BRAVO, Drafts.ORIGIN, List.of(new SequenceRange(first, last)), List.of());
    }
}
