package org.c4igateway.wan.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.topics.Topic;
import org.c4igateway.wan.frame.record.LinkRecord;
import org.c4igateway.wan.frame.record.LinkRecord.MessageRecord;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.c4igateway.wan.route.outlet.Discard;
import org.c4igateway.wan.route.outlet.InFlightMessage;
import org.c4igateway.wan.route.site.Neighbour;

/** Takes messages from a link to the site's domain and to other links. Used by the router's thread. */
final class MessagesFromLinks {
    private final RouteSite site;
    private final LinkOutlets outlets;
    private final RouteAdmission admission;
    private final Onward onward;
    private final HoldQueue waiting;

    /** Where messages go from here, and receipts for origins that have no node. */
    record Onward(OnwardPath path, Broadcasts broadcasts, ReceiptPath receipts) {}

    MessagesFromLinks(
            RouteSite site, LinkOutlets outlets, RouteAdmission admission, Onward onward, ClockReading start) {
        this.site = site;
        this.outlets = outlets;
        this.admission = admission;
        this.onward = onward;
        this.waiting = new HoldQueue(site, start);
    }

    /** A message came over a link. It may have to wait until those it is for read in this domain. */
    void arrived(Neighbour from, MessageRecord record, ClockReading now) {
        KmtfMessage message = record.message();
        boolean resent = site.isNode(message.origin()) && site.isReliable(message.topicId());
        MessageRecord open = resent ? open(record, now) : record;
        if (open.targets().isEmpty() && !record.targets().isEmpty()) {
            outlets.discarded(from.link(), Discard.HELD_BACK, InFlightMessage.precedenceOf(message));
            return;
        }
        switch (waiting.receive(from, open, now)) {
            case PASSES -> take(from, open, now);
            case WAITS -> {
                // It passes in a tick.
            }
            case FULL -> leave(from, open, resent, now);
        }
    }

    private MessageRecord open(MessageRecord record, ClockReading now) {
        return new MessageRecord(record.message(), record.sourceNanos(), outlets.open(record, now), record.hops());
    }

    /** There is no room for it to wait in. A node sends it again; an application is told. */
    private void leave(Neighbour from, MessageRecord record, boolean resent, ClockReading now) {
        KmtfMessage message = record.message();
        Precedence precedence = InFlightMessage.precedenceOf(message);
        outlets.discarded(from.link(), resent ? Discard.HELD_BACK : Discard.NO_ROOM, precedence);
        if (resent) {
            outlets.hold(record, now);
        } else if (site.isReliable(message.topicId())) {
            onward.receipts().learn(message.origin(), from);
            onward.path().refuseForRoom(record, now);
        }
    }

    /** Releases messages that need not wait any longer. */
    void tick(ClockReading now) {
        waiting.release(now, (from, record) -> take(from, record, now));
    }

    private void take(Neighbour from, MessageRecord record, ClockReading now) {
        KmtfMessage message = record.message();
        Optional<Topic> topic = site.topic(message.topicId());
        Optional<Discard> refusal = refusal(record, topic);
        if (refusal.isPresent() || topic.isEmpty()) {
            outlets.discarded(
                    from.link(), refusal.orElse(Discard.FOREIGN_TOPIC), InFlightMessage.precedenceOf(message));
            return;
        }
        if (!site.isNode(message.origin())) {
            onward.receipts().learn(message.origin(), from);
        }
        List<String> passedBy = new ArrayList<>(record.hops());
        passedBy.add(site.name());
        if (record.targets().isEmpty()) {
            MessageRecord passed = new MessageRecord(message, record.sourceNanos(), List.of(), passedBy);
            onward.broadcasts().pass(from, passed, topic.get(), now);
            return;
        }
        List<String> admitted =
                admission.admitted(message.origin(), message.isOfNode(), record.targets(), record.sourceNanos());
        if (admitted.size() < record.targets().size()) {
            outlets.discarded(from.link(), Discard.SENT_AGAIN, InFlightMessage.precedenceOf(message));
            onward.receipts().again(message.origin(), leadingOn(from, record.targets()), now);
        }
        boolean toAGroup =
                outlets.to(from).map(incoming -> incoming.peers().size() > 1).orElse(true);
        onward.path().refuseUnknown(from.link(), record, toAGroup ? List.of() : admitted, now);
        write(record, admitted);
        List<String> further = leadingOn(from, admitted);
        onward.path().forward(new MessageRecord(message, record.sourceNanos(), further, passedBy), topic.get(), now);
    }

    private List<String> leadingOn(Neighbour from, List<String> targets) {
        return targets.stream()
                .filter(target -> onward.path().leadsOn(from, target))
                .toList();
    }

    private Optional<Discard> refusal(MessageRecord record, Optional<Topic> topic) {
        if (record.hops().contains(site.name()) || record.hops().size() >= LinkRecord.MAX_HOPS) {
            return Optional.of(Discard.LOOPED);
        }
        return topic.isPresent() ? Optional.empty() : Optional.of(Discard.FOREIGN_TOPIC);
    }

    /** In the domain the message shows all its destinations but those here that must not take it yet. */
    private void write(MessageRecord record, List<String> admitted) {
        if (admitted.stream().noneMatch(site.nodes()::isHere)) {
            return;
        }
        KmtfMessage message = record.message();
        List<String> shown = message.destinations().stream()
                .filter(name -> !site.nodes().isHere(name) || admitted.contains(name))
                .toList();
        site.lan()
                .write(
                        shown.size() == message.destinations().size() ? message : message.to(shown),
                        record.sourceNanos());
    }
}
