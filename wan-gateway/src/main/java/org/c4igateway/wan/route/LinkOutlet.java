package org.c4igateway.wan.route;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.dds.api.KmtfMessage;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TrafficClass;
import org.c4igateway.wan.frame.LinkRecord;
import org.c4igateway.wan.frame.LinkRecord.MessageRecord;
import org.c4igateway.wan.frame.LinkRecord.ReceiptRecord;
import org.c4igateway.wan.frame.LinkRecord.SiteReport;
import org.c4igateway.wan.frame.RecordCodec;
import org.c4igateway.wan.journal.JournalDrop;
import org.c4igateway.wan.journal.Kept;
import org.c4igateway.wan.link.Ending;
import org.c4igateway.wan.link.Handling;
import org.c4igateway.wan.link.LinkItem;
import org.c4igateway.wan.link.Payload;
import org.c4igateway.wan.link.StreamKey;
import org.jspecify.annotations.Nullable;

/**
 * Output to one link: applies the link's policy and knows the messages in flight. So a repetition of a message that the
 * link still has is not carried twice, and messages of a new epoch do not arrive before older ones.
 */
final class LinkOutlet {
    private static final StreamKey CONTROL = new StreamKey("", "");

    private final String link;
    private final LinkPort port;
    private final RecordCodec codec;
    private final RouteTally tally;
    private final Stock stock;
    private final Manifest manifest = new Manifest();
    private final Holdback holdback = new Holdback();
    private LinkPolicy policy;
    private TopicCaps caps;

    LinkOutlet(String link, LinkPort port, LinkPolicy policy, RecordCodec codec, RouteTally tally) {
        this.link = link;
        this.port = port;
        this.policy = policy;
        this.caps = new TopicCaps(policy.caps());
        this.codec = codec;
        this.tally = tally;
        this.stock = new Stock(port.journal());
    }

    List<String> peers() {
        return port.peers();
    }

    LinkPolicy policy() {
        return policy;
    }

    void use(LinkPolicy other) {
        policy = other;
        caps = new TopicCaps(other.caps());
    }

    /**
     * Why a message was not handed to the link.
     *
     * @param targets those that it was still for
     */
    record Refused(Discard reason, List<String> targets) {}

    /**
     * Hands a message to the link. One that its origin sends again waits there when the link has no room.
     *
     * @param ofNode whether its origin sends it again until it gets a receipt
     * @return why not, if so
     */
    Optional<Refused> offer(MessageRecord offered, Topic topic, boolean ofNode, Moment now) {
        boolean resent = ofNode && topic.reliable() && !offered.targets().isEmpty();
        if (!policy.admits(topic.id())) {
            return refused(Discard.BLOCKED, offered);
        }
        if (manifest.covers(offered)) {
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
        tally.discarded(link, reason, Underway.precedenceOf(record.message()));
        return Optional.of(new Refused(reason, record.targets()));
    }

    private MessageRecord open(MessageRecord record, Moment now) {
        List<String> open = holdback.open(Holdback.Row.of(record), record.targets(), now);
        return new MessageRecord(record.message(), record.sourceNanos(), open, record.hops());
    }

    private Optional<Discard> hand(MessageRecord record, Topic topic, boolean resent, Moment now) {
        KmtfMessage message = record.message();
        boolean reliable = topic.reliable();
        long id = stock.nextId();
        Kept bytes = new Kept(id, now.epochNanos(), encode(record, reliable), resent);
        Payload payload = stock.put(bytes, Underway.precedenceOf(message), reliable);
        if (payload == null && resent) {
            holdback.hold(Holdback.Row.of(record), record.targets(), now);
            return Optional.of(Discard.HELD_BACK);
        }
        if (payload == null) {
            return Optional.of(Discard.NO_ROOM);
        }
        long until = reliable ? stock.until(message.expiresNanos(), bytes) : message.expiresNanos();
        Underway underway = new Underway(id, record, reliable, until, payload);
        offer(underway, message, handling(message, topic, underway.targets(), resent, now.nanosAt(until)), now);
        return Optional.empty();
    }

    /** Hands a message to the link again that its journal holds. */
    void resume(Kept kept, MessageRecord record, Moment now) {
        Payload payload = stock.kept(kept.id(), kept.bytes().length);
        long until = stock.until(record.message().expiresNanos(), kept);
        Underway underway = new Underway(kept.id(), record, true, until, payload);
        long nanos = now.nanosAt(until);
        offer(underway, record.message(), kept.resent() ? Handling.resent(nanos) : Handling.reliable(nanos), now);
    }

    private void offer(Underway underway, KmtfMessage message, Handling handling, Moment now) {
        manifest.add(underway);
        StreamKey stream = new StreamKey(message.origin(), message.topicId());
        give(new LinkItem(underway.id(), underway.precedence(), stream, underway, handling), now);
    }

    private void give(LinkItem item, Moment now) {
        port.offer(item, now.nanos()).forEach(returned -> returned(returned, now));
    }

    /** At once, before anything that follows it is offered. */
    private void returned(LinkItem item, Moment now) {
        Underway underway = manifest.find(item.id());
        if (underway != null && !underway.isTakenBack()) {
            Holdback.Row row = new Holdback.Row(
                    underway.key(), item.stream().topic(), underway.precedence(), underway.sourceNanos());
            holdback.hold(row, underway.targets(), now);
            underway.takeBack();
            tally.discarded(link, Discard.HELD_BACK, underway.precedence());
        }
    }

    private static Handling handling(
            KmtfMessage message, Topic topic, Set<String> targets, boolean resent, long expires) {
        if (topic.reliable()) {
            return resent ? Handling.resent(expires) : Handling.reliable(expires);
        }
        if (topic.trafficClass() != TrafficClass.PERIODIC) {
            return Handling.bestEffort(expires);
        }
        // One subject for each set of receivers: what is new for one must not take the place of what another waits for.
        return Handling.newestOf(message.subject() + '\0' + String.join("\0", targets), expires);
    }

    /** @return streams of which messages wait at their origin, because the link has no room */
    int heldBack(Moment now) {
        return holdback.streams(now);
    }

    /** Forgets what has become of no interest. */
    void tick(Moment now) {
        holdback.tick(now);
    }

    /** @return whether so much is held back that the order can only be kept by letting senders begin anew */
    boolean isOverwhelmed() {
        return holdback.isFull();
    }

    /** Senders begin anew before anything of theirs comes here again. */
    void clearHeldBack() {
        holdback.clear();
    }

    /** Passes a greeting or a report to the link. It is not kept over a restart. */
    void offer(LinkRecord record, Precedence precedence, Handling handling, Moment now) {
        Payload payload = Payload.of(encode(record, false));
        give(new LinkItem(0, precedence, CONTROL, payload, handling), now);
    }

    /** Hands a receipt to the link. */
    void offer(ReceiptRecord receipt, Moment now) {
        Kept bytes = new Kept(stock.nextId(), now.epochNanos(), encode(receipt, true), false);
        Payload payload = stock.put(bytes, Precedence.IMMEDIATE, true);
        if (payload == null) {
            tally.discarded(link, Discard.NO_ROOM, Precedence.IMMEDIATE);
            return;
        }
        offerReceipt(bytes, payload, now);
    }

    /** Hands a receipt to the link again that its journal holds. */
    void resumeReceipt(Kept kept, Moment now) {
        offerReceipt(kept, stock.kept(kept.id(), kept.bytes().length), now);
    }

    private void offerReceipt(Kept kept, Payload payload, Moment now) {
        Handling handling = Handling.reliable(now.nanosAt(stock.until(Long.MAX_VALUE, kept)));
        give(new LinkItem(kept.id(), Precedence.IMMEDIATE, CONTROL, payload, handling), now);
    }

    /**
     * @param lasting whether it goes into the journal, where topics keep their names: numbers hold for one catalogue
     *     only
     */
    private byte[] encode(LinkRecord record, boolean lasting) {
        return codec.encode(record, port.sharesCatalogue() && !(lasting && stock.isDurable()));
    }

    /** Keeps the report of a neighbour for the next start. */
    void note(String peer, SiteReport report) {
        if (stock.isDurable()) {
            stock.journal().note(peer, codec.encode(report, false));
        }
    }

    Stock stock() {
        return stock;
    }

    /** @return the origin of the message that the link has under that number, if it is a message */
    Optional<String> originOf(LinkItem item) {
        return Optional.ofNullable(manifest.find(item.id()))
                .map(underway -> underway.key().origin());
    }

    /** @return what the link is done with, when it was a message that had to be told of */
    Optional<Underway> ended(LinkItem item, Ending ending, Moment now) {
        Underway underway = manifest.remove(item.id());
        if (stock.isKept(item.id()) && (underway == null || !underway.isTakenBack())) {
            dropOf(ending, underway, now).ifPresent(stock::dropped);
        }
        stock.remove(item.id());
        return Optional.ofNullable(underway);
    }

    private static Optional<JournalDrop> dropOf(Ending ending, @Nullable Underway underway, Moment now) {
        return switch (ending) {
            case ACKED, SENT, SUPERSEDED, RETURNED -> Optional.empty();
            case EXPIRED ->
                underway == null || underway.hasWaitedTooLong(now) ? Optional.of(JournalDrop.AGE) : Optional.empty();
            case DROPPED_FOR_ROOM, DROPPED_TOO_LARGE, DROPPED_FOR_ABSENT -> Optional.of(JournalDrop.ROOM);
            case DROPPED_UNREADABLE -> Optional.of(JournalDrop.DAMAGED);
        };
    }

    /** @return whether that end means that a receiver does not get what was promised */
    static boolean isLoss(Ending ending) {
        return switch (ending) {
            case ACKED, SENT, SUPERSEDED, RETURNED -> false;
            case EXPIRED, DROPPED_FOR_ROOM, DROPPED_TOO_LARGE, DROPPED_UNREADABLE, DROPPED_FOR_ABSENT -> true;
        };
    }

    /** That system will not take what the origin wrote before that time, and gets it again. */
    void takeBack(String origin, String target, long beforeNanos) {
        holdback.clear(origin, target, beforeNanos);
        manifest.of(origin).stream()
                .filter(each -> each.sourceNanos() < beforeNanos)
                .forEach(each -> takeBack(each, target));
    }

    private void takeBack(Underway each, String target) {
        if (each.takeBackFor(target)) {
            if (!each.isBegun()) {
                stock.remove(each.id());
            }
            tally.discarded(link, Discard.SENT_AGAIN, each.precedence());
        }
    }

    /** The link has lost all its records. Those in the journal can be replayed. */
    void forgetAll() {
        manifest.all().stream()
                .filter(each -> !stock.isKept(each.id()))
                .forEach(each -> tally.discarded(link, Discard.SENT_AGAIN, each.precedence()));
        manifest.clear();
        stock.removeUnkept();
    }

    /** @return names of the systems of which messages are underway */
    List<String> origins() {
        return manifest.origins();
    }
}
