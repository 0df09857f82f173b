package org.c4igateway.jms.wire;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.apache.activemq.artemis.api.core.ActiveMQBuffer;
import org.apache.activemq.artemis.jms.client.ActiveMQMessage;
import org.c4igateway.core.fault.ErrorCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Result of decoding what arrived. */
public sealed interface JmsDecodeResult<T> {
    /**
     * It was understood.
     *
     * @param value the decoded value
     */
    record Good<T>(T value) implements JmsDecodeResult<T> {}

    /**
     * It was not; it goes to the dead letters.
     *
     * @param code why
     * @param detail why, for people
     * @param bytes what arrived, cut to {@link #MAX_BYTES}
     */
    record Bad<T>(ErrorCode code, String detail, byte[] bytes) implements JmsDecodeResult<T> {
        /** Maximum number of bytes kept of a malformed message. */
        static final int MAX_BYTES = 65_536;

        private static final Logger LOG = LoggerFactory.getLogger(Bad.class);

        /** With the bytes of the message. No object in them is deserialised. */
        public static <T> Bad<T> of(Message message, ErrorCode code, String detail) {
            return new Bad<>(code, detail, bytes(message));
        }

        private static byte[] bytes(Message message) {
            try {
                if (message instanceof BytesMessage body) {
                    body.reset();
                    byte[] bytes = new byte[(int) Math.min(MAX_BYTES, body.getBodyLength())];
                    body.readBytes(bytes);
                    return bytes;
                }
                if (message instanceof ActiveMQMessage other) {
                    ActiveMQBuffer buffer = other.getCoreMessage().getReadOnlyBodyBuffer();
                    byte[] bytes = new byte[Math.min(MAX_BYTES, buffer.readableBytes())];
                    buffer.readBytes(bytes);
                    return bytes;
                }
            } catch (JMSException | RuntimeException e) {
                LOG.warn("Bytes of a malformed message cannot be read", e);
            }
            return new byte[0];
        }
    }
}
