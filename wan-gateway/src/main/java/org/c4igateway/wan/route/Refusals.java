package org.c4igateway.wan.route;

import java.util.Collection;
import java.util.List;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.dds.api.KmtfReceipt;
import org.c4igateway.wan.link.Ending;

/** Tells origins in the names of the receivers that a message will not arrive. */
final class Refusals {
    private final RouteState state;
    private final ReceiptPath receipts;

    Refusals(RouteState state, ReceiptPath receipts) {
        this.state = state;
        this.receipts = receipts;
    }

    void tell(Underway.MessageKey key, Collection<String> targets, ErrorCode code, String detail, Moment now) {
        for (String target : targets) {
            KmtfReceipt receipt = new KmtfReceipt(
                    target,
                    key.origin(),
                    new long[0],
                    new long[] {key.sequence()},
                    List.of(code.code() + " " + detail));
            receipts.send(receipt, now.epochNanos(), List.of(state.identity.site()), now);
        }
    }

    static ErrorCode code(Ending ending) {
        return switch (ending) {
            case EXPIRED -> ErrorCode.EXPIRED;
            case DROPPED_TOO_LARGE -> ErrorCode.PAYLOAD_TOO_LARGE;
            case DROPPED_FOR_ROOM, DROPPED_UNREADABLE, DROPPED_FOR_ABSENT, ACKED, SENT, SUPERSEDED ->
                ErrorCode.LINK_OVERFLOW;
        };
    }
}
