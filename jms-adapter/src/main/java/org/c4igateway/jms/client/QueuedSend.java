package org.c4igateway.jms.client;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.List;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.jms.wire.BatchWriter;
import org.c4igateway.jms.wire.ControlCodec;
import org.c4igateway.jms.wire.MessageCodec;
import org.jspecify.annotations.Nullable;

/** An element of a {@link PeerQueue}. */
public interface QueuedSend {
    Precedence precedence();

    int sizeBytes();

    BytesMessage encode(Session session) throws JMSException;

    /** @return how many rows, receipts or announcements it is */
    default int count() {
        return 1;
    }

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
            return identified(codec.encode(session, message));
        }

        private BytesMessage identified(BytesMessage wire) throws JMSException {
            if (transmissionId != null) {
                wire.setStringProperty(DUPLICATE_ID, transmissionId);
            }
            return wire;
        }
    }

    /**
     * Messages of one precedence that go in one JMS message.
     *
     * @param messages in their order; at least one
     * @param batches makes the body; used by the thread that encodes
     * @param takenNanos when the sender took it, {@link System#nanoTime}
     */
    record OfBatch(List<OfMessage> messages, RowBatches batches, long takenNanos) implements QueuedSend {
        @Override
        public Precedence precedence() {
            return messages.getFirst().precedence();
        }

        @Override
        public int sizeBytes() {
            return messages.stream().mapToInt(OfMessage::sizeBytes).sum();
        }

        @Override
        public int count() {
            return messages.size();
        }

        /** The id of the first one is used by no other transmission. */
        @Override
        public BytesMessage encode(Session session) throws JMSException {
            byte[] body = batches.body(messages.stream().map(OfMessage::message).toList());
            BytesMessage wire = session.createBytesMessage();
            wire.setJMSType(BatchWriter.TYPE);
            wire.writeBytes(body);
            return messages.getFirst().identified(wire);
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
