package org.c4igateway.wan.route.outlet;

import java.util.List;
import java.util.Optional;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.topics.Topic;
import org.c4igateway.wan.frame.record.LinkRecord;
import org.c4igateway.wan.frame.record.LinkRecord.MessageRecord;
import org.c4igateway.wan.frame.record.LinkRecord.ReceiptRecord;
import org.c4igateway.wan.frame.record.LinkRecord.SiteReport;
import org.c4igateway.wan.frame.record.RecordCodec;
import org.c4igateway.wan.journal.JournalRecord;
import org.c4igateway.wan.link.record.DeliveryOptions;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.link.record.Payload;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.link.record.StreamKey;

/**
 * Output to one link: applies the link's policy and knows the messages in flight. So a repetition of a message that the
 * link still has is not carried twice, and messages of a new epoch do not arrive before older ones.
 */
public final class LinkOutlet {
    private static final StreamKey CONTROL = new StreamKey("", "");

    private final String link;
    private final LinkPort port;
    private final RecordCodec codec;
    private final RouteTally tally;
    private final OutletStore outletStore;
    private final Manifest manifest = new Manifest();
    private final Holdback holdback = new Holdback();
    private LinkPolicy policy;
    private TopicCaps caps;

    public LinkOutlet(String link, LinkPort port, LinkPolicy policy, RecordCodec codec, RouteTally tally) {
        this.link = link;
        this.port = port;
        this.policy = policy;
        this.caps = new TopicCaps(policy.caps());
        this.codec = codec;
        this.tally = tally;
        this.outletStore = new OutletStore(port.journal());
    }

    public List<String> peers() {
        return port.peers();
    }

    public LinkPolicy policy() {
        return policy;
    }

    /** From now on the link carries this. It gets no bytes of what it no longer carries and has not begun. */
    public void use(LinkPolicy other) {
        policy = other;
        caps = new TopicCaps(other.caps());
        manifest.all().forEach(each -> each.judge(other));
    }

    /** @return messages that wait though the link no longer carries them, in their order: {@link #expel} them */
    public List<InFlightMessage> unwanted() {
        return manifest.inOrder(each -> each.refusal().isPresent() && !each.isBegun());
    }

    /** The link does not send this one of {@link #unwanted}, and nothing keeps it for a restart. */
    public void expel(InFlightMessage each) {
        each.takeBack();
        outletStore.remove(each.id());
        each.refusal().ifPresent(reason -> tally.discarded(link, reason, each.precedence()));
    }

    /**
     * Why a message was not handed to the link.
     *
     * @param targets those that it was still for
     */
    public record Refused(Discard reason, List<String> targets) {}

    /**
     * Hands a message to the link. One that its origin sends again waits there when the link has no room.
     *
     * @param ofNode whether its origin sends it again until it gets a receipt
     * @return why not, if so
     */
    public Optional<Refused> offer(MessageRecord offered, Topic topic, boolean ofNode, ClockReading now) {
        boolean resent = ofNode && topic.reliable() && !offered.targets().isEmpty();
        Optional<Discard> refusal = policy.refusal(topic.id(), offered.message().label());
        if (refusal.isPresent()) {
            return refused(refusal.get(), offered);
        }
        if (manifest.covers(offered)) {
            manifest.cameAgain(offered, holdback.nextArrival());
            return refused(Discard.REPEATED, offered);
        }
        MessageRecord record = resent ? open(offered, now) : offered;
        if (resent && record.targets().isEmpty()) {
            return refused(Discard.HELD_BACK, offered);
        }
        if (!caps.take(topic.id(), now.nanos())) {
            return refused(Discard.CAPPED, record);
        }
        Optional<Discard> full = hand(record, topic, resent, now);
        return full.flatMap(reason -> refused(reason, record));
    }

    private Optional<Refused> refused(Discard reason, MessageRecord record) {
        tally.discarded(link, reason, InFlightMessage.precedenceOf(record.message()));
        return Optional.of(new Refused(reason, record.targets()));
    }

    private MessageRecord open(MessageRecord record, ClockReading now) {
        List<String> open = holdback.open(row(record), record.targets(), now);
        return new MessageRecord(record.message(), record.sourceNanos(), open, record.hops());
    }

    private Holdback.Row row(MessageRecord record) {
        return Holdback.Row.of(record, holdback.nextArrival());
    }

    private Optional<Discard> hand(MessageRecord record, Topic topic, boolean resent, ClockReading now) {
        KmtfMessage message = record.message();
        boolean reliable = topic.reliable();
        long id = outletStore.nextId();
        JournalRecord bytes = new JournalRecord(id, now.epochNanos(), encode(record, reliable), resent);
        Payload payload = outletStore.put(bytes, InFlightMessage.precedenceOf(message), reliable);
        if (payload == null && resent) {
            holdback.hold(row(record), record.targets(), now);
            return Optional.of(Discard.HELD_BACK);
        }
        if (payload == null) {
            return Optional.of(Discard.NO_ROOM);
        }
        long until = reliable ? outletStore.until(InFlightMessage.endOf(message), bytes) : message.expiresNanos();
        InFlightMessage inFlightMessage = new InFlightMessage(id, record, reliable, until, payload)
                .followedBy(tally.trace().handed(link, record));
        offer(inFlightMessage, message, inFlightMessage.options(message, topic, resent, now), now);
        return Optional.empty();
    }

    /** Hands a message to the link again that its journal holds. */
    public void resume(JournalRecord journalRecord, MessageRecord record, ClockReading now) {
        Payload payload = outletStore.kept(journalRecord.id(), journalRecord.bytes().length);
        long until = outletStore.until(InFlightMessage.endOf(record.message()), journalRecord);
        InFlightMessage inFlightMessage = new InFlightMessage(journalRecord.id(), record, true, until, payload)
                .followedBy(tally.trace().handed(link, record));
        offer(inFlightMessage, record.message(), inFlightMessage.reliably(journalRecord.resent(), now), now);
    }

    private void offer(
            InFlightMessage inFlightMessage, KmtfMessage message, DeliveryOptions deliveryOptions, ClockReading now) {
        inFlightMessage.came(inFlightMessage.targets(), holdback.nextArrival());
        manifest.add(inFlightMessage);
        StreamKey stream = new StreamKey(message.origin(), message.topicId());
        give(
                new LinkItem(
                        inFlightMessage.id(), inFlightMessage.precedence(), stream, inFlightMessage, deliveryOptions),
                now);
    }

    private void give(LinkItem item, ClockReading now) {
        port.offer(item, now.nanos()).forEach(returned -> returned(returned, now));
    }

    /** Call it at once, before any later message is offered. */
    private void returned(LinkItem item, ClockReading now) {
        InFlightMessage inFlightMessage = manifest.find(item.id());
        if (inFlightMessage != null && !inFlightMessage.isTakenBack()) {
            inFlightMessage.targets().forEach(target -> {
                Holdback.Row row = new Holdback.Row(
                        inFlightMessage.key(),
                        item.stream().topic(),
                        inFlightMessage.precedence(),
                        inFlightMessage.sourceNanos(),
                        inFlightMessage.arrival(target));
                holdback.hold(row, List.of(target), now);
            });
            inFlightMessage.takeBack();
            tally.discarded(link, Discard.HELD_BACK, inFlightMessage.precedence());
        }
    }

    /** @return streams of which messages wait at their origin, because the link has no room */
    public int heldBack(ClockReading now) {
        return holdback.streams(now);
    }

    /** Forgets data that is no longer needed. */
    public void tick(ClockReading now) {
        holdback.tick(now);
    }

    /** @return whether so much is held back that only a new epoch of the senders can keep the order */
    public boolean isOverwhelmed() {
        return holdback.isFull();
    }

    /** Senders start a new epoch before their messages come here again. */
    public void clearHeldBack() {
        holdback.clear();
    }

    /** Passes a greeting or a report to the link. It is not kept over a restart. */
    public void offer(LinkRecord record, Precedence precedence, DeliveryOptions deliveryOptions, ClockReading now) {
        Payload payload = Payload.of(encode(record, false));
        give(new LinkItem(0, precedence, CONTROL, payload, deliveryOptions), now);
    }

    /** Hands a receipt to the link. */
    public void offer(ReceiptRecord receipt, ClockReading now) {
        JournalRecord bytes = new JournalRecord(outletStore.nextId(), now.epochNanos(), encode(receipt, true), false);
        Payload payload = outletStore.put(bytes, Precedence.IMMEDIATE, true);
        if (payload == null) {
            tally.discarded(link, Discard.NO_ROOM, Precedence.IMMEDIATE);
            return;
        }
        offerReceipt(bytes, payload, now);
    }

    /** Hands a receipt to the link again that its journal holds. */
    public void resumeReceipt(JournalRecord journalRecord, ClockReading now) {
        offerReceipt(journalRecord, outletStore.kept(journalRecord.id(), journalRecord.bytes().length), now);
    }

    private void offerReceipt(JournalRecord journalRecord, Payload payload, ClockReading now) {
        DeliveryOptions deliveryOptions =
                DeliveryOptions.reliable(now.nanosAt(outletStore.until(Long.MAX_VALUE, journalRecord)));
        give(new LinkItem(journalRecord.id(), Precedence.IMMEDIATE, CONTROL, payload, deliveryOptions), now);
    }

    /**
     * @param lasting whether it goes into the journal, where topics keep their names: numbers hold for one catalogue
     *     only
     */
    private byte[] encode(LinkRecord record, boolean lasting) {
        return codec.encode(record, port.sharesCatalogue() && !(lasting && outletStore.isDurable()));
    }

    /** Keeps the report of a neighbour for the next start. */
    public void note(String peer, SiteReport report) {
        if (outletStore.isDurable()) {
            outletStore.journal().note(peer, codec.encode(report, false));
        }
    }

    public OutletStore stock() {
        return outletStore;
    }

    /** @return the origin of the message that the link has under that number, if it is a message */
    public Optional<String> originOf(LinkItem item) {
        return Optional.ofNullable(manifest.find(item.id()))
                .map(inFlightMessage -> inFlightMessage.key().origin());
    }

    /** @return the message that the link is done with, if its end must be reported */
    public Optional<InFlightMessage> ended(LinkItem item, RecordOutcome recordOutcome, ClockReading now) {
        InFlightMessage inFlightMessage = manifest.remove(item.id());
        if (outletStore.isKept(item.id()) && (inFlightMessage == null || !inFlightMessage.isGivenUp(recordOutcome))) {
            outletStore.ended(recordOutcome, inFlightMessage == null || inFlightMessage.hasWaitedTooLong(now));
        }
        if (inFlightMessage != null) {
            inFlightMessage.passage().ended(recordOutcome);
        }
        outletStore.remove(item.id());
        return Optional.ofNullable(inFlightMessage);
    }

    /** That system refuses messages that the origin wrote before that time, and gets them again. */
    public void takeBack(String origin, String target, long beforeNanos) {
        holdback.clear(origin, target, beforeNanos);
        manifest.of(origin).stream()
                .filter(each -> each.sourceNanos() < beforeNanos)
                .forEach(each -> takeBack(each, target));
    }

    private void takeBack(InFlightMessage each, String target) {
        if (each.takeBackFor(target)) {
            if (!each.isBegun()) {
                outletStore.remove(each.id());
            }
            tally.discarded(link, Discard.SENT_AGAIN, each.precedence());
        }
    }

    /** The link has lost all its records. Those in the journal can be replayed. @return the others, in their order */
    public List<InFlightMessage> forgetAll() {
        List<InFlightMessage> lost = manifest.inOrder(each -> !outletStore.isKept(each.id()));
        manifest.clear();
        outletStore.removeUnkept();
        return lost;
    }

    /** @return names of the systems of which messages are underway */
    public List<String> origins() {
        return manifest.origins();
    }
}
