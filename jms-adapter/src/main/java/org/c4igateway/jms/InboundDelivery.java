package org.c4igateway.jms;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import java.util.function.Function;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.jms.client.BrokerAddress;
import org.c4igateway.jms.wire.BatchReader;
import org.c4igateway.jms.wire.CertifiedSender;
import org.c4igateway.jms.wire.ControlCodec;
import org.c4igateway.jms.wire.JmsDecodeResult;
import org.c4igateway.jms.wire.MessageCodec;
import org.c4igateway.jms.wire.RecipientStart;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what arrives in a node's two queues and hands it to the handler. */
public final class InboundDelivery {
    private static final Logger LOG = LoggerFactory.getLogger(InboundDelivery.class);
    /** Largest receipt or announcement; the largest that the codec writes is below it. */
    public static final int MAX_CONTROL_BYTES = 4 << 20;

    private final SystemName self;
    private final long incarnation;
    private final boolean verifiesNames;
    private final MessageCodec codec;
    private final BatchReader batches;
    private final PeerLinks links;
    private final Function<String, @Nullable BrokerAddress> addressing;
    private final TransportMeters meters;
    private final InboundHandler handler;

    /**
     * How what arrives is read.
     *
     * @param self this node's system
     * @param incarnation of this start
     * @param verifiesNames whether the engine writes by whose certificate a message came
     * @param messages reads rows that come each by itself
     * @param batches reads rows that come together
     */
    record Decoding(
            SystemName self, long incarnation, boolean verifiesNames, MessageCodec messages, BatchReader batches) {}

    InboundDelivery(
            Decoding decoding,
            PeerLinks links,
            Function<String, @Nullable BrokerAddress> addressing,
            TransportMeters meters,
            InboundHandler handler) {
        this.self = decoding.self();
        this.incarnation = decoding.incarnation();
        this.verifiesNames = decoding.verifiesNames();
        this.codec = decoding.messages();
        this.batches = decoding.batches();
        this.links = links;
        this.addressing = addressing;
        this.meters = meters;
        this.handler = handler;
    }

    /** Delivers what one JMS message of the message queue holds, in its order. Blocks while the handler does. */
    void message(jakarta.jms.Message wire) {
        if (isForAnotherStart(wire)) {
            meters.outdated();
            return;
        }
        CertifiedSender sender = sender(wire);
        if (BatchReader.isBatch(wire)) {
            batches.decode(wire).forEach(decoded -> row(decoded, sender));
        } else {
            row(codec.decode(wire), sender);
        }
    }

    private CertifiedSender sender(jakarta.jms.Message wire) {
        try {
            return verifiesNames ? CertifiedSender.of(wire) : CertifiedSender.ANY;
        } catch (JMSException | RuntimeException e) {
            return CertifiedSender.written(null);
        }
    }

    /** If the property cannot be read the message goes on; decoding decides whether it is malformed. */
    private boolean isForAnotherStart(jakarta.jms.Message wire) {
        try {
            return RecipientStart.isOther(wire, incarnation);
        } catch (JMSException | RuntimeException e) {
            return false;
        }
    }

    private void row(JmsDecodeResult<Message> decoded, CertifiedSender sender) {
        switch (decoded) {
            case JmsDecodeResult.Good<Message>(Message message) -> {
                String refusal = sender.refusal(message.id().origin());
                if (refusal == null) {
                    meters.received(message.payload().length);
                    guarded(() -> handler.onMessage(message));
                } else {
                    String detail = message.id() + " " + refusal;
                    malformed(Queues.messages(self), ErrorCode.MALFORMED_ENVELOPE, detail, message.payload());
                }
            }
            case JmsDecodeResult.Bad<Message>(ErrorCode code, String detail, byte[] bytes) ->
                malformed(Queues.messages(self), code, detail, bytes);
        }
    }

    /**
     * Delivers one message from the control queue. Does not block.
     *
     * @param waited whether it was there before this node began to read: then it does not tell that its sender is
     *     there now
     */
    void control(jakarta.jms.Message wire, boolean waited) {
        String type = "";
        try {
            type = String.valueOf(wire.getJMSType());
            switch (type) {
                case ControlCodec.RECEIPT -> receipt(ControlCodec.decodeReceipt(body(wire)), sender(wire), waited);
                case ControlCodec.ANNOUNCEMENT ->
                    announcement(ControlCodec.decodeGreeting(body(wire)), sender(wire), waited);
                default -> malformedControl(wire, "JMSType is neither a receipt nor an announcement");
            }
        } catch (JMSException | RuntimeException e) {
            malformedControl(wire, type + ": " + e.getMessage());
        }
    }

    /** A message arrived in the message queue that the library cannot read. Blocks while the handler does. */
    void unreadableMessage(String detail) {
        malformed(Queues.messages(self), ErrorCode.MALFORMED_ENVELOPE, detail, new byte[0]);
    }

    /** The same in the control queue. Does not block. */
    void unreadableControl(String detail) {
        malformedControl(ErrorCode.MALFORMED_ENVELOPE, detail, new byte[0]);
    }

    private static void require(CertifiedSender sender, SystemName named) {
        String refusal = sender.refusal(named);
        if (refusal != null) {
            throw new IllegalArgumentException(refusal);
        }
    }

    private void receipt(Receipt receipt, CertifiedSender sender, boolean waited) {
        require(sender, receipt.receiver());
        if (!receipt.origin().equals(self)) {
            throw new IllegalArgumentException("is for " + receipt.origin());
        }
        heard(receipt.receiver(), waited);
        if (!receipt.delivered().isEmpty() || !receipt.rejected().isEmpty()) {
            guarded(() -> handler.onReceipt(receipt));
        }
    }

    private void announcement(ControlCodec.Greeting greeting, CertifiedSender sender, boolean waited) {
        NodeAnnouncement announcement = greeting.node();
        require(sender, announcement.system());
        links.announced(announcement.system(), addressing.apply(greeting.address()));
        PeerLink link = links.back(announcement.system()); // its old rows wait until this node has told who it is
        if (link != null) {
            link.announced(announcement);
            link.reads(greeting.batches());
            if (greeting.batches().any() && !greeting.answer()) {
                link.answer();
            }
        }
        heard(announcement.system(), waited);
        if (!greeting.answer()) {
            guarded(() -> handler.onAnnouncement(announcement));
        }
    }

    private void heard(SystemName peer, boolean waited) {
        PeerLink link = links.back(peer); // behind an external broker it waits for an answer
        if (link != null && !waited) {
            link.heard();
        }
    }

    private static byte[] body(jakarta.jms.Message wire) throws JMSException {
        if (!(wire instanceof BytesMessage message)) {
            throw new IllegalArgumentException("is not a BytesMessage");
        }
        if (message.getBodyLength() > MAX_CONTROL_BYTES) {
            throw new IllegalArgumentException(message.getBodyLength() + " bytes");
        }
        byte[] body = new byte[(int) message.getBodyLength()];
        message.readBytes(body);
        return body;
    }

    private void malformedControl(jakarta.jms.Message wire, String detail) {
        var malformed = JmsDecodeResult.Bad.of(wire, ErrorCode.MALFORMED_ENVELOPE, detail);
        malformedControl(malformed.code(), malformed.detail(), malformed.bytes());
    }

    private void malformedControl(ErrorCode code, String detail, byte[] bytes) {
        String queue = Queues.control(self);
        count(queue, code, detail);
        guarded(() -> handler.onMalformedControl("queue " + queue, code, detail, bytes));
    }

    private void malformed(String queue, ErrorCode code, String detail, byte[] bytes) {
        count(queue, code, detail);
        guarded(() -> handler.onMalformed("queue " + queue, code, detail, bytes));
    }

    private void count(String queue, ErrorCode code, String detail) {
        meters.malformed(code);
        LOG.debug("{}: malformed message in {}: {}", code.code(), queue, detail);
    }

    /** A handler never throws. If it does, that is a defect and must not end delivery. */
    private static void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            LOG.error("{}: the handler threw", ErrorCode.DEFECT.code(), e);
        }
    }
}
