package org.c4igateway.wan.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.rule.ReleaseByLabel;
import org.c4igateway.topics.Topic;
import org.c4igateway.wan.frame.record.LinkRecord.MessageRecord;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.c4igateway.wan.route.outlet.Discard;
import org.c4igateway.wan.route.outlet.InFlightMessage;
import org.c4igateway.wan.route.outlet.LinkOutlet;
import org.c4igateway.wan.route.site.FarSystem;
import org.c4igateway.wan.route.site.Neighbour;

/**
 * Takes messages to the links that lead to their targets, and tells origins of those that go no further. Used by the
 * router's thread.
 */
final class OnwardPath {
    private final RouteSite site;
    private final LinkOutlets outlets;
    private final RefusalReceipts refusalReceipts;

    OnwardPath(RouteSite site, LinkOutlets outlets, RefusalReceipts refusalReceipts) {
        this.site = site;
        this.outlets = outlets;
        this.refusalReceipts = refusalReceipts;
    }

    /** Takes a message to each of its targets that is behind a link; nothing happens for others. */
    void forward(MessageRecord record, Topic topic, ClockReading now) {
        Map<String, List<String>> byLink = new TreeMap<>();
        for (String target : record.targets()) {
            site.table()
                    .find(target)
                    .ifPresent(far -> byLink.computeIfAbsent(far.next().link(), link -> new ArrayList<>())
                            .add(target));
        }
        byLink.forEach((link, targets) -> outlets.find(link).ifPresent(outlet -> {
            MessageRecord copy = new MessageRecord(record.message(), record.sourceNanos(), targets, record.hops());
            boolean ofNode = site.isNode(record.message().origin());
            outlet.offer(copy, topic, ofNode, now).ifPresent(refused -> tell(copy, topic, refused, link, now));
        }));
    }

    /** Messages that a link never takes, or that no origin sends again, are refused finally. */
    private void tell(MessageRecord record, Topic topic, LinkOutlet.Refused refused, String link, ClockReading now) {
        Discard reason = refused.reason();
        Optional<ErrorCode> code = codeOf(reason);
        if (topic.reliable() && code.isPresent()) {
            String label = record.message().label();
            String what = reason == Discard.NOT_RELEASED
                    ? ReleaseByLabel.described(label) + " is not released"
                    : reason.label();
            String detail = "link " + link + " of " + site.name() + ": " + what;
            refusalReceipts.tell(InFlightMessage.keyOf(record.message()), refused.targets(), code.get(), detail, now);
        }
    }

    private static Optional<ErrorCode> codeOf(Discard reason) {
        return switch (reason) {
            case BLOCKED, CAPPED -> Optional.of(ErrorCode.LINK_POLICY);
            case NOT_RELEASED -> Optional.of(ErrorCode.NOT_RELEASED);
            case NO_ROOM -> Optional.of(ErrorCode.LINK_OVERFLOW);
            case REPEATED, FOREIGN_TOPIC, NOT_WANTED, LOOPED, NO_WAY, MALFORMED, HELD_BACK, SENT_AGAIN ->
                Optional.empty();
        };
    }

    /**
     * An application does not repeat a message for a system that no longer exists, so its origin gets a negative
     * receipt.
     *
     * @param link over which it came; empty for this site's domain
     */
    void refuseUnknown(String link, MessageRecord record, List<String> targets, ClockReading now) {
        List<String> unknown =
                targets.stream().filter(target -> !site.isNode(target)).toList();
        if (!unknown.isEmpty()) {
            outlets.discarded(link, Discard.NO_WAY, InFlightMessage.precedenceOf(record.message()));
            if (!site.isNode(record.message().origin())) {
                String detail = "not at " + site.name() + " nor behind it";
                refusalReceipts.tell(
                        InFlightMessage.keyOf(record.message()), unknown, ErrorCode.PEER_UNREACHABLE, detail, now);
            }
        }
    }

    /** There is no room here for a message of an application: its origin gets a negative receipt. */
    void refuseForRoom(MessageRecord record, ClockReading now) {
        String detail = "too much waits at " + site.name() + " for its nodes";
        refusalReceipts.tell(
                InFlightMessage.keyOf(record.message()), record.targets(), ErrorCode.LINK_OVERFLOW, detail, now);
    }

    /**
     * A message never goes back on its link. Of several gateways that receive the same stream, the nearest one forwards
     * it.
     *
     * @return whether this gateway takes a message of that neighbour on to the target
     */
    boolean leadsOn(Neighbour from, String target) {
        if (site.nodes().isHere(target)) {
            return false;
        }
        Optional<FarSystem> far = site.table().find(target);
        if (far.isEmpty() || far.get().next().link().equals(from.link())) {
            return false;
        }
        int own = far.get().path().size();
        return outlets.to(from)
                .map(incoming -> incoming.peers().stream()
                        .filter(peer -> !peer.equals(from.site()))
                        .allMatch(peer -> isNearer(own, new Neighbour(from.link(), peer), target)))
                .orElse(true);
    }

    private boolean isNearer(int ownHops, Neighbour other, String target) {
        int theirs = site.table().hopsOver(other, target).orElse(Integer.MAX_VALUE) - 1;
        return ownHops < theirs || (ownHops == theirs && site.name().compareTo(other.site()) < 0);
    }
}
