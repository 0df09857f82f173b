package org.c4igateway.wan.route;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.c4igateway.wan.route.outlet.Discard;
import org.c4igateway.wan.route.outlet.InFlightMessage;
import org.c4igateway.wan.route.outlet.InFlightMessage.MessageKey;
import org.c4igateway.wan.route.outlet.LinkOutlet;
import org.c4igateway.wan.route.outlet.RouteTally;

/** Ends messages that were taken and are not delivered, and tells their origins. Used by the router's thread. */
final class LinkLosses {
    private final RouteSite site;
    private final LinkOutlets outlets;
    private final RefusalReceipts refusalReceipts;
    private final RouteTally tally;

    LinkLosses(RouteSite site, LinkOutlets outlets, RefusalReceipts refusalReceipts, RouteTally tally) {
        this.site = site;
        this.outlets = outlets;
        this.refusalReceipts = refusalReceipts;
        this.tally = tally;
    }

    /** The link is done with a record. */
    void ended(String link, LinkItem item, RecordOutcome recordOutcome, ClockReading now) {
        LinkOutlet outlet = outlets.find(link).orElse(null);
        if (outlet == null) {
            return;
        }
        if (recordOutcome.isLoss() && refusalReceipts.mustWait(outlet.originOf(item), now)) {
            refusalReceipts.postpone(then -> ended(link, item, recordOutcome, then));
            return;
        }
        outlet.ended(item, recordOutcome, now)
                .filter(underway -> underway.reliable() && !underway.isTakenBack() && recordOutcome.isLoss())
                .filter(underway -> !refusalReceipts.isAskedAbout(underway, recordOutcome, now))
                .ifPresent(underway -> {
                    tally.refused(link, underway.precedence());
                    underway.refusal(recordOutcome)
                            .ifPresentOrElse(
                                    why -> tell(link, underway.key(), underway.targets(), why, now),
                                    () -> refusalReceipts.tell(underway, link, recordOutcome, now));
                });
    }

    /**
     * The link has lost all that it had. Nodes send theirs again, the journal has its own; of the rest the origins are
     * told. Call it while the systems behind the link are known.
     */
    void forgotten(String link, LinkOutlet outlet, ClockReading now) {
        for (InFlightMessage each : outlet.forgetAll()) {
            if (each.reliable() && !site.isNode(each.key().origin())) {
                tally.refused(link, each.precedence());
                tellOfEnd(link, each, now);
            } else {
                tally.discarded(link, Discard.SENT_AGAIN, each.precedence());
            }
        }
    }

    private void tellOfEnd(String link, InFlightMessage lost, ClockReading now) {
        if (refusalReceipts.mustWait(Optional.of(lost.key().origin()), now)) {
            refusalReceipts.postpone(then -> tellOfEnd(link, lost, then));
            return;
        }
        String detail = "link " + link + " of " + site.name() + ": closed before it was confirmed";
        refusalReceipts.tell(lost.key(), lost.targets(), ErrorCode.LINK_OVERFLOW, detail, now);
    }

    /** A message that came over a link was dropped in the domain: an application is told, a node sends it again. */
    void notRead(MessageKey key, String topicId, List<String> destinations, ClockReading now) {
        List<String> here = destinations.stream().filter(site.nodes()::isHere).toList();
        if (here.isEmpty() || !site.isReliable(topicId) || site.isNode(key.origin())) {
            return;
        }
        if (refusalReceipts.mustWait(Optional.of(key.origin()), now)) {
            refusalReceipts.postpone(then -> notRead(key, topicId, here, then));
            return;
        }
        String detail = site.name() + ": its domain did not read it in time";
        refusalReceipts.tell(key, here, ErrorCode.LINK_OVERFLOW, detail, now);
    }

    /** The link's lists have changed: ends what it no longer carries, but for what it has begun to send. */
    void policyChanged(String link, ClockReading now) {
        LinkOutlet outlet = outlets.find(link).orElse(null);
        if (outlet == null) {
            return;
        }
        boolean later = false;
        for (InFlightMessage each : outlet.unwanted()) {
            Optional<String> origin = Optional.of(each.key().origin());
            if (each.reliable() && refusalReceipts.mustWait(origin, now)) {
                later = true;
            } else {
                Discard reason = each.refusal().orElseThrow();
                outlet.expel(each);
                if (each.reliable()) {
                    tell(link, each.key(), each.targets(), reason, now);
                }
            }
        }
        if (later) {
            refusalReceipts.postpone(then -> policyChanged(link, then));
        }
    }

    /** Tells the origin of a message why the link does not carry it any more. */
    void tell(String link, MessageKey key, Collection<String> targets, Discard reason, ClockReading now) {
        boolean unreleased = reason == Discard.NOT_RELEASED;
        String detail = "link " + link + " of " + site.name() + ": its " + (unreleased ? "label" : "topic")
                + " is no longer carried";
        ErrorCode code = unreleased ? ErrorCode.NOT_RELEASED : ErrorCode.LINK_POLICY;
        refusalReceipts.tell(key, targets, code, detail, now);
    }
}
