package org.c4igateway.wan.route;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
import org.c4igateway.wan.route.Underway.MessageKey;
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
    private final Map<Long, Underway> byItem = new HashMap<>();
    private final Map<String, Map<MessageKey, List<Underway>>> byOrigin = new HashMap<>();
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
     * Hands a message to the link.
     *
     * @return why not, if so
     */
    Optional<Discard> offer(MessageRecord record, Topic topic, Moment now) {
        KmtfMessage message = record.message();
        Optional<Discard> refusal = refusal(record, topic, now);
        if (refusal.isPresent()) {
            tally.discarded(link, refusal.get(), Underway.precedenceOf(message));
            return refusal;
        }
        boolean reliable = topic.reliable();
        long id = stock.nextId();
        Payload payload = stock.put(id, encode(record, reliable), reliable, now);
        if (payload == null) {
            tally.discarded(link, Discard.NO_ROOM, Underway.precedenceOf(message));
            return Optional.of(Discard.NO_ROOM);
        }
        long until = reliable ? stock.until(message.expiresNanos(), now.epochNanos()) : message.expiresNanos();
        Underway underway = new Underway(id, record, reliable, until, payload);
        Handling handling = reliable
                ? Handling.reliable(now.nanosAt(until))
                : newest(message, topic, underway.targets(), now.nanosAt(until));
        offer(underway, message, handling, now);
        return Optional.empty();
    }

    /** Hands a message to the link again that its journal holds. */
    void resume(Kept kept, MessageRecord record, Moment now) {
        Payload payload = stock.kept(kept.id(), kept.bytes().length);
        long until = stock.until(record.message().expiresNanos(), kept.storedNanos());
        Underway underway = new Underway(kept.id(), record, true, until, payload);
        offer(underway, record.message(), Handling.reliable(now.nanosAt(until)), now);
    }

    private void offer(Underway underway, KmtfMessage message, Handling handling, Moment now) {
        byItem.put(underway.id(), underway);
        byOrigin.computeIfAbsent(message.origin(), origin -> new LinkedHashMap<>())
                .computeIfAbsent(underway.key(), same -> new ArrayList<>(1))
                .add(underway);
        StreamKey stream = new StreamKey(message.origin(), message.topicId());
        port.offer(new LinkItem(underway.id(), underway.precedence(), stream, underway, handling), now.nanos());
    }

    private static Handling newest(KmtfMessage message, Topic topic, Set<String> targets, long expires) {
        if (topic.trafficClass() != TrafficClass.PERIODIC) {
            return Handling.bestEffort(expires);
        }
        // One subject for each set of receivers: what is new for one must not take the place of what another waits for.
        return Handling.newestOf(message.subject() + '\0' + String.join("\0", targets), expires);
    }

    private Optional<Discard> refusal(MessageRecord record, Topic topic, Moment now) {
        if (!policy.admits(topic.id())) {
            return Optional.of(Discard.BLOCKED);
        }
        if (isUnderway(record)) {
            return Optional.of(Discard.REPEATED);
        }
        return caps.take(topic.id(), now.nanos()) ? Optional.empty() : Optional.of(Discard.CAPPED);
    }

    private boolean isUnderway(MessageRecord record) {
        MessageKey key = Underway.keyOf(record.message());
        Set<String> missing = new HashSet<>(record.targets());
        boolean found = false;
        for (Underway each : byOrigin.getOrDefault(key.origin(), Map.of()).getOrDefault(key, List.of())) {
            if (!each.isTakenBack()) {
                found = true;
                missing.removeAll(each.targets());
            }
        }
        return found && missing.isEmpty();
    }

    /** Passes a greeting or a report to the link. It is not kept over a restart. */
    void offer(LinkRecord record, Precedence precedence, Handling handling, Moment now) {
        Payload payload = Payload.of(encode(record, false));
        port.offer(new LinkItem(0, precedence, CONTROL, payload, handling), now.nanos());
    }

    /** Hands a receipt to the link. */
    void offer(ReceiptRecord receipt, Moment now) {
        long id = stock.nextId();
        Payload payload = stock.put(id, encode(receipt, true), true, now);
        if (payload == null) {
            tally.discarded(link, Discard.NO_ROOM, Precedence.IMMEDIATE);
            return;
        }
        offerReceipt(id, payload, now.epochNanos(), now);
    }

    /** Hands a receipt to the link again that its journal holds. */
    void resumeReceipt(Kept kept, Moment now) {
        offerReceipt(kept.id(), stock.kept(kept.id(), kept.bytes().length), kept.storedNanos(), now);
    }

    private void offerReceipt(long id, Payload payload, long storedNanos, Moment now) {
        Handling handling = Handling.reliable(now.nanosAt(stock.until(Long.MAX_VALUE, storedNanos)));
        port.offer(new LinkItem(id, Precedence.IMMEDIATE, CONTROL, payload, handling), now.nanos());
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
        return Optional.ofNullable(byItem.get(item.id()))
                .map(underway -> underway.key().origin());
    }

    /** @return what the link is done with, when it was a message that had to be told of */
    Optional<Underway> ended(LinkItem item, Ending ending, Moment now) {
        Underway underway = byItem.remove(item.id());
        if (stock.isKept(item.id()) && (underway == null || !underway.isTakenBack())) {
            dropOf(ending, underway, now).ifPresent(stock::dropped);
        }
        stock.remove(item.id());
        if (underway == null) {
            return Optional.empty();
        }
        Map<MessageKey, List<Underway>> ofOrigin =
                byOrigin.getOrDefault(underway.key().origin(), Map.of());
        List<Underway> same = ofOrigin.getOrDefault(underway.key(), List.of());
        same.remove(underway);
        if (same.isEmpty()) {
            ofOrigin.remove(underway.key());
        }
        if (ofOrigin.isEmpty()) {
            byOrigin.remove(underway.key().origin());
        }
        return Optional.of(underway);
    }

    private static Optional<JournalDrop> dropOf(Ending ending, @Nullable Underway underway, Moment now) {
        return switch (ending) {
            case ACKED, SENT, SUPERSEDED -> Optional.empty();
            case EXPIRED ->
                underway == null || underway.hasWaitedTooLong(now) ? Optional.of(JournalDrop.AGE) : Optional.empty();
            case DROPPED_FOR_ROOM, DROPPED_TOO_LARGE, DROPPED_FOR_ABSENT -> Optional.of(JournalDrop.ROOM);
            case DROPPED_UNREADABLE -> Optional.of(JournalDrop.DAMAGED);
        };
    }

    /** @return whether that end means that a receiver does not get what was promised */
    static boolean isLoss(Ending ending) {
        return switch (ending) {
            case ACKED, SENT, SUPERSEDED -> false;
            case EXPIRED, DROPPED_FOR_ROOM, DROPPED_TOO_LARGE, DROPPED_UNREADABLE, DROPPED_FOR_ABSENT -> true;
        };
    }

    /** That system will not take what the origin wrote before that time, and gets it again. */
    void takeBack(String origin, String target, long beforeNanos) {
        byOrigin.getOrDefault(origin, Map.of())
                .values()
                .forEach(copies -> copies.forEach(each -> {
                    if (each.sourceNanos() < beforeNanos && each.takeBackFor(target)) {
                        stock.remove(each.id());
                        tally.discarded(link, Discard.SENT_AGAIN, each.precedence());
                    }
                }));
    }

    /** The link has lost all its records. Those in the journal can be replayed. */
    void forgetAll() {
        byItem.values().stream()
                .filter(each -> !stock.isKept(each.id()))
                .forEach(each -> tally.discarded(link, Discard.SENT_AGAIN, each.precedence()));
        byItem.clear();
        byOrigin.clear();
        stock.removeUnkept();
    }

    /** @return names of the systems of which messages are underway */
    List<String> origins() {
        return List.copyOf(byOrigin.keySet());
    }
}
