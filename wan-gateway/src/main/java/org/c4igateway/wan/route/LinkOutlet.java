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
import org.c4igateway.wan.frame.RecordCodec;
import org.c4igateway.wan.link.Ending;
import org.c4igateway.wan.link.Handling;
import org.c4igateway.wan.link.LinkItem;
import org.c4igateway.wan.link.Payload;
import org.c4igateway.wan.link.StreamKey;
import org.c4igateway.wan.route.Underway.MessageKey;

/**
 * The way out over one link: what may go, and what is underway, so that a node's repetition of what the link still has is
 * not carried twice, and what a sender begins anew does not arrive ahead of it.
 */
final class LinkOutlet {
    private static final StreamKey CONTROL = new StreamKey("", "");

    private final String link;
    private final LinkPort port;
    private final RecordCodec codec;
    private final RouteTally tally;
    private final Map<Long, Underway> byItem = new HashMap<>();
    private final Map<String, Map<MessageKey, List<Underway>>> byOrigin = new HashMap<>();
    private LinkPolicy policy;
    private TopicCaps caps;
    private long lastItem;

    LinkOutlet(String link, LinkPort port, LinkPolicy policy, RecordCodec codec, RouteTally tally) {
        this.link = link;
        this.port = port;
        this.policy = policy;
        this.caps = new TopicCaps(policy.caps());
        this.codec = codec;
        this.tally = tally;
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
        Underway underway = new Underway(message, reliable, record.sourceNanos(), record.targets(), encode(record));
        long item = ++lastItem;
        byItem.put(item, underway);
        byOrigin.computeIfAbsent(message.origin(), origin -> new LinkedHashMap<>())
                .computeIfAbsent(underway.key(), same -> new ArrayList<>(1))
                .add(underway);
        long expires = now.nanosAt(message.expiresNanos());
        Handling handling = reliable ? Handling.reliable(expires) : newest(message, topic, underway.targets(), expires);
        StreamKey stream = new StreamKey(message.origin(), message.topicId());
        port.offer(new LinkItem(item, underway.precedence(), stream, underway, handling), now.nanos());
        return Optional.empty();
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

    /** Hands a receipt, a greeting or a report to the link. */
    void offer(LinkRecord record, Precedence precedence, Handling handling, Moment now) {
        Payload payload = Payload.of(encode(record));
        port.offer(new LinkItem(0, precedence, CONTROL, payload, handling), now.nanos());
    }

    private byte[] encode(LinkRecord record) {
        return codec.encode(record, port.sharesCatalogue());
    }

    /** @return what the link is done with, when it was a message that had to be told of */
    Optional<Underway> ended(LinkItem item) {
        Underway underway = byItem.remove(item.id());
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
                        tally.discarded(link, Discard.SENT_AGAIN, each.precedence());
                    }
                }));
    }

    /** The link has nothing of what it was given. */
    void forgetAll() {
        byItem.values().forEach(each -> tally.discarded(link, Discard.SENT_AGAIN, each.precedence()));
        byItem.clear();
        byOrigin.clear();
    }

    /** @return names of the systems of which messages are underway */
    List<String> origins() {
        return List.copyOf(byOrigin.keySet());
    }
}
