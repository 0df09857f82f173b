package org.c4igateway.wan.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.topics.Topic;
import org.c4igateway.wan.frame.record.LinkRecord;
import org.c4igateway.wan.frame.record.LinkRecord.MessageRecord;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.c4igateway.wan.route.outlet.Discard;
import org.c4igateway.wan.route.outlet.Holdback;
import org.c4igateway.wan.route.outlet.InFlightMessage;
import org.c4igateway.wan.route.outlet.LinkOutlet;
import org.c4igateway.wan.route.site.FarSystem;
import org.c4igateway.wan.route.site.Neighbour;

/** Takes messages from the site's domain to the links, and from a link to the domain and to other links. */
final class MessagePath {
    /** Time after the start in which an unknown origin may still turn out to be a node. */
    private static final long ACQUAINTANCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final RouteState state;
    private final ReceiptPath receipts;
    private final RefusalReceipts refusalReceipts;
    private final Broadcasts broadcasts;
    private final HoldQueue waiting;
    private final long startedNanos;

    MessagePath(RouteState state, ReceiptPath receipts, RefusalReceipts refusalReceipts, ClockReading start) {
        this.state = state;
        this.receipts = receipts;
        this.refusalReceipts = refusalReceipts;
        this.broadcasts = new Broadcasts(state);
        this.waiting = new HoldQueue(state, start);
        this.startedNanos = start.nanos();
    }

    /** A message was written in this site's domain. What another gateway wrote there is left to those who read it. */
    void fromLan(KmtfMessage message, long sourceNanos, ClockReading now) {
        Optional<Topic> topic = state.catalogue.find(message.topicId());
        if (topic.isEmpty() || !isOfThisSite(message.origin(), now)) {
            return;
        }
        List<String> hops = List.of(state.identity.site());
        if (message.destinations().isEmpty()) {
            broadcasts.send(new MessageRecord(message, sourceNanos, List.of(), hops), topic.get(), now);
            return;
        }
        List<String> targets = message.destinations().stream()
                .filter(state.announcer::standsFor)
                .distinct()
                .toList();
        List<String> admitted = state.admitted(message.origin(), targets, sourceNanos);
        MessageRecord record = new MessageRecord(message, sourceNanos, admitted, hops);
        refuseUnknown("", record, admitted, now);
        forward(record, topic.get(), now);
    }

    private boolean isOfThisSite(String origin, ClockReading now) {
        if (state.nodes.isHere(origin)) {
            return true;
        }
        boolean far = state.table.find(origin).isPresent()
                || state.nodes.gatewayOf(origin).isPresent();
        return !far && now.nanos() - startedNanos >= ACQUAINTANCE_NANOS;
    }

    /** A message came over a link. It may have to wait until those it is for read in this domain. */
    void arrived(Neighbour from, MessageRecord record, ClockReading now) {
        Optional<Topic> topic = state.catalogue.find(record.message().topicId());
        boolean resent = state.isNode(record.message().origin())
                && topic.map(Topic::reliable).orElse(false);
        MessageRecord open = resent ? open(record, now) : record;
        if (open.targets().isEmpty() && !record.targets().isEmpty()) {
            state.tally.discarded(from.link(), Discard.HELD_BACK, InFlightMessage.precedenceOf(record.message()));
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
        List<String> open = state.arrivals.open(Holdback.Row.of(record), record.targets(), now);
        return new MessageRecord(record.message(), record.sourceNanos(), open, record.hops());
    }

    /** There is no room for it to wait in. A node sends it again; an application is told. */
    private void leave(Neighbour from, MessageRecord record, boolean resent, ClockReading now) {
        KmtfMessage message = record.message();
        InFlightMessage.MessageKey key = InFlightMessage.keyOf(message);
        Precedence precedence = InFlightMessage.precedenceOf(message);
        state.tally.discarded(from.link(), resent ? Discard.HELD_BACK : Discard.NO_ROOM, precedence);
        if (resent) {
            state.arrivals.hold(Holdback.Row.of(record), record.targets(), now);
        } else if (state.catalogue.find(message.topicId()).map(Topic::reliable).orElse(false)) {
            receipts.learn(message.origin(), from);
            String detail = "too much waits at " + state.identity.site() + " for its nodes";
            refusalReceipts.tell(key, record.targets(), ErrorCode.LINK_OVERFLOW, detail, now);
        }
    }

    /** Releases messages that need not wait any longer. */
    void tick(ClockReading now) {
        waiting.release(now, (from, record) -> take(from, record, now));
    }

    private void take(Neighbour from, MessageRecord record, ClockReading now) {
        KmtfMessage message = record.message();
        Optional<Topic> topic = state.catalogue.find(message.topicId());
        Optional<Discard> refusal = refusal(record, topic);
        if (refusal.isPresent() || topic.isEmpty()) {
            state.tally.discarded(
                    from.link(), refusal.orElse(Discard.FOREIGN_TOPIC), InFlightMessage.precedenceOf(message));
            return;
        }
        if (!state.isNode(message.origin())) {
            receipts.learn(message.origin(), from);
        }
        List<String> hops = new ArrayList<>(record.hops());
        hops.add(state.identity.site());
        if (record.targets().isEmpty()) {
            broadcasts.pass(from, new MessageRecord(message, record.sourceNanos(), List.of(), hops), topic.get(), now);
            return;
        }
        List<String> admitted = state.admitted(message.origin(), record.targets(), record.sourceNanos());
        if (admitted.size() < record.targets().size()) {
            state.tally.discarded(from.link(), Discard.SENT_AGAIN, InFlightMessage.precedenceOf(message));
        }
        LinkOutlet incoming = state.outlets.get(from.link());
        boolean toAGroup = incoming == null || incoming.peers().size() > 1;
        refuseUnknown(from.link(), record, toAGroup ? List.of() : admitted, now);
        write(record, admitted);
        List<String> onward =
                admitted.stream().filter(target -> leadsOn(from, target)).toList();
        forward(new MessageRecord(message, record.sourceNanos(), onward, hops), topic.get(), now);
    }

    /**
     * An application does not repeat a message for a system that no longer exists, so its origin gets a negative
     * receipt.
     */
    private void refuseUnknown(String link, MessageRecord record, List<String> targets, ClockReading now) {
        List<String> unknown =
                targets.stream().filter(target -> !state.isNode(target)).toList();
        if (!unknown.isEmpty()) {
            state.tally.discarded(link, Discard.NO_WAY, InFlightMessage.precedenceOf(record.message()));
            if (!state.isNode(record.message().origin())) {
                String detail = "not at " + state.identity.site() + " nor behind it";
                refusalReceipts.tell(
                        InFlightMessage.keyOf(record.message()), unknown, ErrorCode.PEER_UNREACHABLE, detail, now);
            }
        }
    }

    private Optional<Discard> refusal(MessageRecord record, Optional<Topic> topic) {
        if (record.hops().contains(state.identity.site()) || record.hops().size() >= LinkRecord.MAX_HOPS) {
            return Optional.of(Discard.LOOPED);
        }
        return topic.isPresent() ? Optional.empty() : Optional.of(Discard.FOREIGN_TOPIC);
    }

    /** In the domain the message shows all its destinations but those here that must not take it yet. */
    private void write(MessageRecord record, List<String> admitted) {
        if (admitted.stream().noneMatch(state.nodes::isHere)) {
            return;
        }
        KmtfMessage message = record.message();
        List<String> shown = message.destinations().stream()
                .filter(name -> !state.nodes.isHere(name) || admitted.contains(name))
                .toList();
        state.lan.write(
                shown.size() == message.destinations().size() ? message : withDestinations(message, shown),
                record.sourceNanos());
    }

    private static KmtfMessage withDestinations(KmtfMessage message, List<String> destinations) {
        return new KmtfMessage(
                message.origin(),
                message.subject(),
                message.sequence(),
                message.topicId(),
                message.precedence(),
                message.createdNanos(),
                message.expiresNanos(),
                message.label(),
                destinations,
                message.payload());
    }

    /**
     * A message never goes back on its link. Of several gateways that receive the same stream, the nearest one forwards
     * it.
     */
    private boolean leadsOn(Neighbour from, String target) {
        if (state.nodes.isHere(target)) {
            return false;
        }
        Optional<FarSystem> far = state.table.find(target);
        if (far.isEmpty() || far.get().next().link().equals(from.link())) {
            return false;
        }
        LinkOutlet incoming = state.outlets.get(from.link());
        int own = far.get().path().size();
        return incoming == null
                || incoming.peers().stream()
                        .filter(peer -> !peer.equals(from.site()))
                        .allMatch(peer -> isNearer(own, new Neighbour(from.link(), peer), target));
    }

    private boolean isNearer(int ownHops, Neighbour other, String target) {
        int theirs = state.table.hopsOver(other, target).orElse(Integer.MAX_VALUE) - 1;
        return ownHops < theirs || (ownHops == theirs && state.identity.site().compareTo(other.site()) < 0);
    }

    private void forward(MessageRecord record, Topic topic, ClockReading now) {
        Map<String, List<String>> byLink = new TreeMap<>();
        for (String target : record.targets()) {
            state.table
                    .find(target)
                    .ifPresent(far -> byLink.computeIfAbsent(far.next().link(), link -> new ArrayList<>())
                            .add(target));
        }
        byLink.forEach((link, targets) -> {
            LinkOutlet outlet = state.outlets.get(link);
            if (outlet != null) {
                MessageRecord copy = new MessageRecord(record.message(), record.sourceNanos(), targets, record.hops());
                boolean ofNode = state.isNode(record.message().origin());
                outlet.offer(copy, topic, ofNode, now).ifPresent(refused -> tell(copy, topic, refused, link, now));
            }
        });
    }

    /** What a link never takes, or what nobody sends again, is refused for good. */
    private void tell(MessageRecord record, Topic topic, LinkOutlet.Refused refused, String link, ClockReading now) {
        Discard reason = refused.reason();
        boolean byPolicy = reason == Discard.BLOCKED || reason == Discard.CAPPED;
        if (topic.reliable() && (byPolicy || reason == Discard.NO_ROOM)) {
            ErrorCode code = byPolicy ? ErrorCode.LINK_POLICY : ErrorCode.LINK_OVERFLOW;
            String detail = "link " + link + " of " + state.identity.site() + ": " + reason.label();
            refusalReceipts.tell(InFlightMessage.keyOf(record.message()), refused.targets(), code, detail, now);
        }
    }
}
