package org.c4igateway.jms.wire;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.jspecify.annotations.Nullable;

/**
 * The wire form of a message: a {@link BytesMessage} whose body is the payload, whose JMSType is the topic id, and
 * whose properties are the envelope.
 *
 * <pre>
 *  JMSType      topic id                        origin      string   system
 *  JMSPriority  9 FLASH, 7, 5, 3 ROUTINE        sequence    long     from 1 upwards
 *  JMSExpiration none, see PeerQueueSender      created     long     ns since 1970
 *  body         payload, bit-exact              expires     long     ns since 1970; absent: never
 *  precedence   int  0 FLASH to 3 ROUTINE       label       string   absent: empty
 *  destinations string, comma-separated;        subject     string   absent: empty
 *               absent: the queue's own system   repeats  long     number of the row that it repeats; absent: none
 * </pre>
 */
public final class MessageCodec {
    static final String ORIGIN = "origin";
    static final String SEQUENCE = "sequence";
    static final String PRECEDENCE = "precedence";
    static final String CREATED = "created";
    static final String EXPIRES = "expires";
    static final String LABEL = "label";
    static final String SUBJECT = "subject";
    static final String REPEATS = "repeats";
    /**
     * More than any interface database accepts (16 MiB). A smaller message is passed on even if it exceeds this node's
     * own limit, so that the core refuses it with a receipt. Without an answer the origin would repeat it without end.
     */
    public static final int MAX_WIRE_BYTES = 1 << 24;

    static final String DESTINATIONS = "destinations";

    /** Longest topic id, label and subject, in characters. */
    static final int MAX_TEXT_CHARS = 1_024;

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int MAX_DESTINATIONS = 256;
    private static final int[] PRIORITIES = {9, 7, 5, 3};

    private final SystemName self;

    public MessageCodec(SystemName self) {
        this.self = self;
    }

    /** @return JMSPriority of a precedence */
    public static int priority(Precedence precedence) {
        return PRIORITIES[precedence.code()];
    }

    /** @return why {@code message} can never be sent, or null when it can */
    @Nullable public String refusal(Message message) {
        if (message.topicId().isEmpty() || message.topicId().length() > MAX_TEXT_CHARS) {
            return "topic id has " + message.topicId().length() + " characters";
        }
        if (message.label().length() > MAX_TEXT_CHARS || message.subject().length() > MAX_TEXT_CHARS) {
            return "label or subject has more than " + MAX_TEXT_CHARS + " characters";
        }
        try {
            nanos(message.createdAt());
            if (!message.expiresAt().equals(Instant.MAX)) {
                nanos(message.expiresAt());
            }
            return null;
        } catch (ArithmeticException e) {
            return "created-at or expires-at is beyond the years 1678 to 2261";
        }
    }

    public BytesMessage encode(Session session, Message message) throws JMSException {
        BytesMessage wire = session.createBytesMessage();
        wire.setJMSType(message.topicId());
        wire.setStringProperty(ORIGIN, message.id().origin().value());
        wire.setLongProperty(SEQUENCE, message.id().sequence());
        wire.setIntProperty(PRECEDENCE, message.precedence().code());
        wire.setLongProperty(CREATED, nanos(message.createdAt()));
        if (!message.expiresAt().equals(Instant.MAX)) {
            wire.setLongProperty(EXPIRES, nanos(message.expiresAt()));
        }
        if (!message.label().isEmpty()) {
            wire.setStringProperty(LABEL, message.label());
        }
        if (!message.subject().isEmpty()) {
            wire.setStringProperty(SUBJECT, message.subject());
        }
        if (message.repeats() != 0) {
            wire.setLongProperty(REPEATS, message.repeats());
        }
        wire.writeBytes(message.payload());
        return wire;
    }

    public JmsDecodeResult<Message> decode(jakarta.jms.Message wire) {
        try {
            if (!(wire instanceof BytesMessage body)) {
                return bad(wire, "is not a BytesMessage");
            }
            if (body.getBodyLength() > MAX_WIRE_BYTES) {
                return JmsDecodeResult.Bad.of(
                        wire,
                        ErrorCode.PAYLOAD_TOO_LARGE,
                        body.getBodyLength() + " bytes, more than " + MAX_WIRE_BYTES);
            }
            return decodeEnvelope(body);
        } catch (JMSException | RuntimeException e) {
            return bad(wire, String.valueOf(e.getMessage()));
        }
    }

    private JmsDecodeResult<Message> decodeEnvelope(BytesMessage wire) throws JMSException {
        String topicId = wire.getJMSType();
        if (topicId == null || topicId.isEmpty() || topicId.length() > MAX_TEXT_CHARS) {
            return bad(wire, "JMSType is not a topic id");
        }
        List<SystemName> destinations = destinations(wire);
        if (!destinations.contains(self)) {
            return bad(wire, "is not for " + self);
        }
        MessageId id = new MessageId(new SystemName(text(wire, ORIGIN)), required(wire, SEQUENCE));
        byte[] payload = new byte[(int) wire.getBodyLength()];
        Message message = new Message(
                id,
                topicId,
                Precedence.ofCode(Math.toIntExact(required(wire, PRECEDENCE))),
                destinations,
                instant(required(wire, CREATED)),
                wire.propertyExists(EXPIRES) ? instant(required(wire, EXPIRES)) : Instant.MAX,
                text(wire, LABEL),
                text(wire, SUBJECT),
                payload,
                wire.propertyExists(REPEATS) ? required(wire, REPEATS) : 0);
        wire.readBytes(payload);
        return new JmsDecodeResult.Good<>(message);
    }

    private List<SystemName> destinations(BytesMessage wire) throws JMSException {
        if (!wire.propertyExists(DESTINATIONS)) {
            return List.of(self);
        }
        List<SystemName> destinations = new ArrayList<>();
        for (String name : wire.getStringProperty(DESTINATIONS).split(",", MAX_DESTINATIONS)) {
            destinations.add(new SystemName(name));
        }
        return destinations;
    }

    private static String text(BytesMessage wire, String property) throws JMSException {
        String text = wire.getStringProperty(property);
        if (text == null) {
            return "";
        }
        if (text.length() > MAX_TEXT_CHARS) {
            throw new IllegalArgumentException(property + " has " + text.length() + " characters");
        }
        return text;
    }

    private static long required(BytesMessage wire, String property) throws JMSException {
        if (!wire.propertyExists(property)) {
            throw new IllegalArgumentException("property " + property + " is missing");
        }
        return wire.getLongProperty(property);
    }

    /** @throws ArithmeticException outside the years 1677 to 2262 */
    static long nanos(Instant instant) {
        return Duration.ofSeconds(instant.getEpochSecond(), instant.getNano()).toNanos();
    }

    static Instant instant(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND));
    }

    private static JmsDecodeResult<Message> bad(jakarta.jms.Message wire, String detail) {
        return JmsDecodeResult.Bad.of(wire, ErrorCode.MALFORMED_ENVELOPE, detail);
    }
}
