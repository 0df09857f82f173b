package org.c4igateway.wan.route;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.dds.api.KmtfReceipt;
import org.c4igateway.wan.link.Ending;

/**
 * Tells origins in the names of the receivers that a message will not arrive. Shortly after the start an origin that is not
 * known yet is told a little later: nobody in the domain reads what is written before it was found.
 */
final class Refusals {
    private static final long ACQUAINTANCE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int MAX_WAITING = 100_000;

    private final RouteState state;
    private final ReceiptPath receipts;
    private final long startedNanos;
    private final List<Refusal> waiting = new ArrayList<>();

    private record Refusal(Underway.MessageKey key, List<String> targets, ErrorCode code, String detail) {}

    Refusals(RouteState state, ReceiptPath receipts, Moment start) {
        this.state = state;
        this.receipts = receipts;
        this.startedNanos = start.nanos();
    }

    /** The link is done with a message that its receivers do not have. */
    void tell(Underway underway, String link, Ending ending, Moment now) {
        boolean keptTooLong = ending == Ending.EXPIRED && underway.hasWaitedTooLong(now);
        ErrorCode code = keptTooLong ? ErrorCode.LINK_OVERFLOW : code(ending);
        String what = keptTooLong ? "waited too long" : ending.toString();
        Collection<String> targets = losing(underway, ending);
        tell(underway.key(), targets, code, "link " + link + " of " + state.identity.site() + ": " + what, now);
    }

    private Collection<String> losing(Underway underway, Ending ending) {
        if (ending != Ending.DROPPED_FOR_ABSENT) {
            return underway.targets();
        }
        return underway.targets().stream()
                .filter(target -> state.table.find(target).map(far -> !far.up()).orElse(true))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    void tell(Underway.MessageKey key, Collection<String> targets, ErrorCode code, String detail, Moment now) {
        Refusal refusal = new Refusal(key, List.copyOf(targets), code, detail);
        if (isEarly(now) && !state.isNode(key.origin()) && waiting.size() < MAX_WAITING) {
            waiting.add(refusal);
        } else {
            tell(refusal, now);
        }
    }

    private boolean isEarly(Moment now) {
        return now.nanos() - startedNanos < ACQUAINTANCE_NANOS;
    }

    /** Tells what had to wait. */
    void tick(Moment now) {
        if (!waiting.isEmpty() && !isEarly(now)) {
            List.copyOf(waiting).forEach(refusal -> tell(refusal, now));
            waiting.clear();
        }
    }

    private void tell(Refusal refusal, Moment now) {
        for (String target : refusal.targets()) {
            KmtfReceipt receipt = new KmtfReceipt(
                    target,
                    refusal.key().origin(),
                    new long[0],
                    new long[] {refusal.key().sequence()},
                    List.of(refusal.code().code() + " " + refusal.detail()));
            receipts.send(receipt, now.epochNanos(), List.of(state.identity.site()), now);
        }
    }

    private static ErrorCode code(Ending ending) {
        return switch (ending) {
            case EXPIRED -> ErrorCode.EXPIRED;
            case DROPPED_TOO_LARGE -> ErrorCode.PAYLOAD_TOO_LARGE;
            case DROPPED_FOR_ROOM, DROPPED_UNREADABLE, DROPPED_FOR_ABSENT, ACKED, SENT, SUPERSEDED ->
                ErrorCode.LINK_OVERFLOW;
        };
    }
}
