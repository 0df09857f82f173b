package org.c4igateway.jms.client;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.jms.wire.ControlCodec;
import org.c4igateway.jms.wire.MessageCodec;
import org.jspecify.annotations.Nullable;

/** An element that waits in an {@link PeerQueueSender} to be sent. */
public interface QueuedSend {
    Precedence precedence();

    int sizeBytes();

    BytesMessage encode(Session session) throws JMSException;

    /**
     * A message.
     *
     * @param message what is sent
     * @param codec its wire form
     * @param transmissionId for the duplicate detection of an external broker; differs for each send, so that it never
     *     takes a deliberate repetition for a duplicate. Null for an engine in the peer's process, which has no use for
     *     it
     */
    record OfMessage(
            Message message, MessageCodec codec, @Nullable String transmissionId) implements QueuedSend {
        private static final String DUPLICATE_ID = "_AMQ_DUPL_ID";

        @Override
        public Precedence precedence() {
            return message.precedence();
        }

        @Override
        public int sizeBytes() {
            return message.sizeBytes();
        }

        @Override
        public BytesMessage encode(Session session) throws JMSException {
            BytesMessage wire = codec.encode(session, message);
            if (transmissionId != null) {
                wire.setStringProperty(DUPLICATE_ID, transmissionId);
            }
            return wire;
        }
    }

    /**
     * A receipt or an announcement.
     *
     * @param type JMSType
     * @param body encoded by {@link ControlCodec}; must not be changed afterwards
     */
    record OfControl(String type, byte[] body) implements QueuedSend {
        @Override
        public Precedence precedence() {
            return Precedence.FLASH;
        }

        @Override
        public int sizeBytes() {
            return body.length;
        }

        @Override
        public BytesMessage encode(Session session) throws JMSException {
            BytesMessage wire = session.createBytesMessage();
            wire.setJMSType(type);
            wire.writeBytes(body);
            return wire;
        }
    }
}
