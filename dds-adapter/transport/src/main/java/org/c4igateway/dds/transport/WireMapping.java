package org.c4igateway.dds.transport;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.message.DatabaseId;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.Subscriptions;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.dds.transport.presence.PeerAnnouncement;

/**
 * Between the core's model and the wire types. What comes from the wire and fits no model throws
 * {@link IllegalArgumentException}, which callers turn into a parked sample.
 */
final class WireMapping {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final Instant LAST = ofNanos(Long.MAX_VALUE);

    private WireMapping() {}

    /** As a node writes it, before it has a place behind another one. */
    static KmtfMessage toWire(Message message) {
        return new KmtfMessage(
                message.id().origin().value(),
                message.subject(),
                message.id().sequence(),
                message.topicId(),
                message.precedence().code(),
                toNanos(message.createdAt()),
                toNanos(message.expiresAt()),
                KmtfMessage.NONE_BEFORE,
                message.repeats(),
                message.label(),
                message.destinations().stream().map(SystemName::value).toList(),
                message.payload());
    }

    static Message fromWire(KmtfMessage wire) {
        List<SystemName> destinations = new ArrayList<>(wire.destinations().size());
        for (String destination : wire.destinations()) {
            destinations.add(new SystemName(destination));
        }
        return new Message(
                new MessageId(new SystemName(wire.origin()), wire.sequence()),
                wire.topicId(),
                Precedence.ofCode(wire.precedence()),
                destinations,
                ofNanos(wire.createdNanos()),
                wire.expiresNanos() == Long.MAX_VALUE ? Instant.MAX : ofNanos(wire.expiresNanos()),
                wire.label(),
                wire.subject(),
                wire.payload(),
                wire.repeats());
    }

    static KmtfReceipt toWire(Receipt receipt) {
        long[] delivered = new long[2 * receipt.delivered().size()];
        int at = 0;
        for (SequenceRange range : receipt.delivered()) {
            delivered[at++] = range.first();
            delivered[at++] = range.last();
        }
        return new KmtfReceipt(
                receipt.receiver().value(),
                receipt.origin().value(),
                delivered,
                receipt.rejected().stream()
                        .mapToLong(Receipt.Rejection::sequence)
                        .toArray(),
                receipt.rejected().stream()
                        .map(rejection -> rejection.code().code() + " " + rejection.detail())
                        .toList());
    }

    static Receipt fromWire(KmtfReceipt wire) {
        List<SequenceRange> delivered = new ArrayList<>();
        for (int i = 0; i < wire.delivered().length; i += 2) {
            delivered.add(new SequenceRange(wire.delivered()[i], wire.delivered()[i + 1]));
        }
        List<Receipt.Rejection> rejected = new ArrayList<>();
        for (int i = 0; i < wire.rejected().length; i++) {
            String reason = wire.reasons().get(i);
            int blank = reason.indexOf(' ');
            String code = blank < 0 ? reason : reason.substring(0, blank);
            String detail = blank < 0 ? "" : reason.substring(blank + 1);
            rejected.add(new Receipt.Rejection(wire.rejected()[i], ReasonCode.ofCode(code), detail));
        }
        return new Receipt(new SystemName(wire.receiver()), new SystemName(wire.origin()), delivered, rejected);
    }

    static KmtfNode toWire(NodeAnnouncement announcement) {
        Map<String, Integer> entries =
                announcement.introduction().subscriptions().besides(announcement.topicDigests());
        List<String> topics = entries.entrySet().stream()
                .map(digest -> digest.getKey() + "=" + HexFormat.of().toHexDigits(digest.getValue()))
                .sorted()
                .toList();
        return new KmtfNode(
                announcement.system().value(),
                announcement.incarnation(),
                announcement.catalogueHash(),
                topics,
                "",
                toWire(announcement.introduction()));
    }

    static PeerAnnouncement fromWire(KmtfNode wire) {
        Map<String, Integer> digests = new LinkedHashMap<>();
        for (String topic : wire.topics()) {
            int equals = topic.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("not <id>=<8 hex digits>: " + topic);
            }
            digests.put(topic.substring(0, equals), HexFormat.fromHexDigits(topic, equals + 1, topic.length()));
        }
        return new PeerAnnouncement(
                new NodeAnnouncement(
                        new SystemName(wire.system()),
                        wire.incarnation(),
                        wire.catalogueHash(),
                        Subscriptions.without(digests),
                        fromWire(wire.database()).subscribedTo(Subscriptions.within(digests))),
                wire.via());
    }

    private static KmtfNode.Database toWire(Introduction introduction) {
        return new KmtfNode.Database(introduction.start(), introduction.databaseText(), introduction.identityDays());
    }

    private static Introduction fromWire(KmtfNode.Database wire) {
        return new Introduction(
                wire.start(),
                wire.identity().isEmpty()
                        ? Optional.empty()
                        : Optional.of(new DatabaseId(UUID.fromString(wire.identity()))),
                Math.clamp(wire.identityDays(), 0, Integer.MAX_VALUE));
    }

    /** Beyond what 64 bits of nanoseconds can hold (year 2262) counts as never. */
    private static long toNanos(Instant instant) {
        if (instant.isAfter(LAST)) {
            return Long.MAX_VALUE;
        }
        return instant.getEpochSecond() * NANOS_PER_SECOND + instant.getNano();
    }

    private static Instant ofNanos(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND));
    }
}
