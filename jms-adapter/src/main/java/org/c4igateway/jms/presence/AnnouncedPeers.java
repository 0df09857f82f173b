package org.c4igateway.jms.presence;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.activemq.artemis.api.core.ActiveMQBuffer;
import org.apache.activemq.artemis.api.core.ActiveMQDuplicateMetaDataException;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQSecurityException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerMessagePlugin;
import org.apache.activemq.artemis.core.transaction.Transaction;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.jms.InboundDelivery;
import org.c4igateway.jms.wire.CertifiedSender;
import org.c4igateway.jms.wire.ControlCodec;

/**
 * Which node speaks over which connection to the engine. Of two nodes of one name on two databases the first one
 * stays while its connection does; of two starts on one database the later one counts. The announcement of the
 * other one is refused, which ends its connection before anything else of it gets in, since a node sends nothing
 * until its announcement is acknowledged. So is an announcement that its certificate does not bear out, where names are
 * verified. Who does not announce itself is not looked at. Any thread of the engine; at most one entry for each
 * connection.
 */
public final class AnnouncedPeers implements ActiveMQServerMessagePlugin {
    private static final SimpleString TYPE = SimpleString.of("JMSType");
    private static final SimpleString ANNOUNCEMENT = SimpleString.of(ControlCodec.ANNOUNCEMENT);

    private final SystemName self;
    private final Introduction introduction;
    private final RepeatedNameClaims claims;
    private final boolean verifiesNames;
    private final Map<SystemName, Speaker> speakers = new HashMap<>();

    private record Speaker(RemotingConnection connection, Introduction introduction) {}

    /**
     * @param introduction of this node
     * @param claims told of names that two nodes claim
     * @param verifiesNames whether each message tells by whose certificate it came
     */
    public AnnouncedPeers(
            SystemName self, Introduction introduction, RepeatedNameClaims claims, boolean verifiesNames) {
        this.self = self;
        this.introduction = introduction;
        this.claims = claims;
        this.verifiesNames = verifiesNames;
    }

    @Override
    public void beforeSend(
            ServerSession session, Transaction transaction, Message message, boolean direct, boolean noAutoCreateQueue)
            throws ActiveMQException {
        if (!ANNOUNCEMENT.equals(message.getObjectProperty(TYPE))) {
            return;
        }
        Optional<NodeAnnouncement> announcement = decoded(message);
        if (announcement.isPresent()) {
            if (verifiesNames) {
                verify(announcement.get().system(), message);
            }
            admit(announcement.get(), session.getRemotingConnection());
        }
    }

    private static void verify(SystemName system, Message message) throws ActiveMQSecurityException {
        String refusal = CertifiedSender.written(message.getStringProperty(CertifiedSender.PROPERTY))
                .refusal(system);
        if (refusal != null) {
            throw new ActiveMQSecurityException("the announcement " + refusal);
        }
    }

    /** What is no announcement is parked where messages are read. */
    private static Optional<NodeAnnouncement> decoded(Message message) {
        ActiveMQBuffer body = message.toCore().getReadOnlyBodyBuffer();
        if (body.readableBytes() > InboundDelivery.MAX_CONTROL_BYTES) {
            return Optional.empty();
        }
        byte[] bytes = new byte[body.readableBytes()];
        body.readBytes(bytes);
        try {
            return Optional.of(ControlCodec.decodeAnnouncement(bytes));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private synchronized void admit(NodeAnnouncement announcement, RemotingConnection connection)
            throws ActiveMQDuplicateMetaDataException {
        SystemName name = announcement.system();
        Introduction now = announcement.introduction();
        speakers.values().removeIf(speaker -> speaker.connection().isDestroyed());
        Speaker first = name.equals(self) ? new Speaker(connection, introduction) : speakers.get(name);
        if (first != null && (now.isOfAnotherDatabase(first.introduction()) || now.isBefore(first.introduction()))) {
            String text = "two nodes are called %s, on database %s and on database %s; %s does not hear the second"
                    .formatted(name, first.introduction().databaseShown(), now.databaseShown(), self);
            claims.claimed(name.value(), text);
            throw new ActiveMQDuplicateMetaDataException(text);
        }
        if (first == null) {
            claims.settled(name.value());
        }
        speakers.values().removeIf(speaker -> speaker.connection().equals(connection));
        speakers.put(name, new Speaker(connection, now));
    }
}
