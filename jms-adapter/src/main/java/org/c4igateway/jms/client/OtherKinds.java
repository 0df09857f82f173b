package org.c4igateway.jms.client;

import org.apache.activemq.artemis.api.core.Interceptor;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.core.message.impl.CoreMessage;
import org.apache.activemq.artemis.core.protocol.core.Packet;
import org.apache.activemq.artemis.core.protocol.core.impl.wireformat.SessionReceiveLargeMessage;
import org.apache.activemq.artemis.core.protocol.core.impl.wireformat.SessionReceiveMessage;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;
import org.jspecify.annotations.Nullable;

/**
 * Shows the client library every message that is no BytesMessage as one without a body. The library reads the bodies of
 * the other kinds before it hands a message over. A body that is not of its kind makes it throw and spoils the session,
 * so that each new connection gets the message again before all others; that of an ObjectMessage makes it allocate as
 * much as the body says. The gateway parks these messages in any case, with the bytes of their bodies. Any thread.
 */
final class OtherKinds implements Interceptor {
    @Override
    public boolean intercept(Packet packet, RemotingConnection connection) {
        if (message(packet) instanceof CoreMessage core && core.getType() != Message.BYTES_TYPE) {
            core.setType(Message.DEFAULT_TYPE);
        }
        return true;
    }

    private static @Nullable Message message(Packet packet) {
        if (packet instanceof SessionReceiveLargeMessage large) {
            return large.getLargeMessage();
        }
        return packet instanceof SessionReceiveMessage received ? received.getMessage() : null;
    }
}
