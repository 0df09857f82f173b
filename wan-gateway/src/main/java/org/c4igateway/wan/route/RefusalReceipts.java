package org.c4igateway.wan.route;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.c4igateway.wan.route.outlet.InFlightMessage;

/**
 * Sends negative receipts to origins, in the names of the receivers, for messages that will not arrive. Shortly after
 * the start a receipt for an unknown origin is delayed, because the origin does not get samples that are written before
 * discovery has found it.
 */
final class RefusalReceipts {
    private static final long ACQUAINTANCE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int MAX_POSTPONED = 100_000;

    private final RouteSite site;
    private final ReceiptPath receipts;
    private final long startedNanos;
    private final List<Consumer<ClockReading>> postponed = new ArrayList<>();

    RefusalReceipts(RouteSite site, ReceiptPath receipts, ClockReading start) {
        this.site = site;
        this.receipts = receipts;
        this.startedNanos = start.nanos();
    }

    /** The link is done with a message that its receivers do not have. */
    void tell(InFlightMessage inFlightMessage, String link, RecordOutcome recordOutcome, ClockReading now) {
        boolean keptTooLong = recordOutcome == RecordOutcome.EXPIRED && inFlightMessage.hasWaitedTooLong(now);
        ErrorCode code = keptTooLong ? ErrorCode.LINK_OVERFLOW : code(recordOutcome);
        String what = keptTooLong ? "waited too long" : recordOutcome.toString();
        Collection<String> targets = losing(inFlightMessage, recordOutcome);
        tell(inFlightMessage.key(), targets, code, "link " + link + " of " + site.name() + ": " + what, now);
    }

    private Collection<String> losing(InFlightMessage inFlightMessage, RecordOutcome recordOutcome) {
        if (recordOutcome != RecordOutcome.DROPPED_FOR_ABSENT) {
            return inFlightMessage.targets();
        }
        return inFlightMessage.targets().stream()
                .filter(target ->
                        site.table().find(target).map(far -> !far.up()).orElse(true))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * An earlier copy of a node's row may have arrived, and its receipt may have been lost. So the gateway does not say
     * that the row has expired: the node asks its destination.
     */
    boolean isAskedAbout(InFlightMessage underway, RecordOutcome recordOutcome, ClockReading now) {
        return recordOutcome == RecordOutcome.EXPIRED
                && !underway.hasWaitedTooLong(now)
                && site.isNode(underway.key().origin());
    }

    /** @return whether the origin would not hear yet */
    boolean mustWait(Optional<String> origin, ClockReading now) {
        return isEarly(now)
                && postponed.size() < MAX_POSTPONED
                && origin.map(name -> !site.isNode(name)).orElse(false);
    }

    private boolean isEarly(ClockReading now) {
        return now.nanos() - startedNanos < ACQUAINTANCE_NANOS;
    }

    /** Does it when origins are known; until then the journal must keep what it is about. */
    void postpone(Consumer<ClockReading> work) {
        postponed.add(work);
    }

    /** Does what had to wait. */
    void tick(ClockReading now) {
        if (!postponed.isEmpty() && !isEarly(now)) {
            List<Consumer<ClockReading>> due = List.copyOf(postponed);
            postponed.clear();
            due.forEach(work -> work.accept(now));
        }
    }

    void tell(
            InFlightMessage.MessageKey key,
            Collection<String> targets,
            ErrorCode code,
            String detail,
            ClockReading now) {
        for (String target : targets) {
            KmtfReceipt receipt = new KmtfReceipt(
                    target,
                    key.origin(),
                    new long[0],
                    new long[] {key.sequence()},
                    List.of(code.code() + " " + detail));
            receipts.send(receipt, now.epochNanos(), List.of(site.name()), now);
        }
    }

    private static ErrorCode code(RecordOutcome recordOutcome) {
        return switch (recordOutcome) {
            case EXPIRED -> ErrorCode.EXPIRED;
            case DROPPED_TOO_LARGE -> ErrorCode.PAYLOAD_TOO_LARGE;
            case DROPPED_FOR_ROOM, DROPPED_UNREADABLE, DROPPED_FOR_ABSENT, ACKED, SENT, SUPERSEDED, RETURNED ->
                ErrorCode.LINK_OVERFLOW;
        };
    }
}
