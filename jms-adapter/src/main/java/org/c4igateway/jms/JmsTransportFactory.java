package org.c4igateway.jms;

import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.Session;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQExceptionType;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.jms.client.BrokerAddress;
import org.c4igateway.jms.client.BrokerAddress.OpenConnection;
import org.c4igateway.jms.client.ClientThreads;
import org.c4igateway.jms.engine.EmbeddedEngine;
import org.c4igateway.jms.presence.OwnQueues;
import org.c4igateway.jms.tls.TlsIdentity;
import org.c4igateway.jms.wire.BatchWriter;
import org.c4igateway.topics.TopicCatalogue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the JMS transport: with an engine of its own, or on an external broker when one is configured. */
public final class JmsTransportFactory implements TransportFactory {
    private static final Logger LOG = LoggerFactory.getLogger(JmsTransportFactory.class);
    private static final Set<String> TLS_FILES =
            Set.of(JmsSettings.PREFIX + ".tls.key-store", JmsSettings.PREFIX + ".tls.trust-store");

    private static final Set<ActiveMQExceptionType> AWAY = EnumSet.of(
            ActiveMQExceptionType.NOT_CONNECTED,
            ActiveMQExceptionType.CONNECTION_TIMEDOUT,
            ActiveMQExceptionType.DISCONNECTED,
            ActiveMQExceptionType.OBJECT_CLOSED,
            ActiveMQExceptionType.UNBLOCKED);

    private final JmsSettings settings;
    private final @Nullable TlsIdentity identity;

    /** @param settings validated configuration */
    public JmsTransportFactory(JmsSettings settings) {
        this.settings = settings;
        this.identity = settings.tls() == null ? null : new TlsIdentity(settings.tls());
    }

    @Override
    public String name() {
        return JmsTransport.NAME;
    }

    @Override
    public void check(Set<SystemName> peers, TopicCatalogue catalogue, Instant now) {
        if (identity != null) {
            identity.check(now);
        }
        String missing = settings.batch().compress() ? BatchWriter.missing() : null;
        if (missing != null) {
            throw InvalidSetting.fault(
                    "batch.compress", true, "needs the native zstd library: " + missing, "false on this machine", null);
        }
        if (settings.externalUrl() == null) {
            requireAddresses(peers);
            EmbeddedEngine.listenAddress(settings);
        }
    }

    /** Newcomers tell where they listen. */
    @Override
    public boolean takesNewcomers() {
        return true;
    }

    private void requireAddresses(Set<SystemName> peers) {
        for (SystemName peer : new TreeSet<>(peers)) {
            if (!settings.peers().containsKey(peer.value())) {
                String key = JmsSettings.PREFIX + ".peers." + peer;
                throw new GatewayException.Fatal(
                                ErrorCode.CONFIGURATION,
                                key + " is missing: destination " + peer + " goes by jms",
                                "Set " + key + " to host:port of the engine of " + peer
                                        + ", or let c4i.destinations name another transport.",
                                null)
                        .about(key);
            }
        }
    }

    @Override
    public Set<String> renewableFiles() {
        return identity == null ? Set.of() : TLS_FILES;
    }

    @Override
    public Runnable renewedFiles() {
        return identity == null ? () -> {} : identity.renewed();
    }

    @Override
    public Transport open(TransportContext context) {
        return openJms(context);
    }

    JmsTransport openJms(TransportContext context) {
        String externalUrl = settings.externalUrl();
        JmsTransport transport = externalUrl == null
                ? embedded(ShardSettings.of(settings, context.self().shard()), context)
                : external(context, HostPort.parseAll("external-url", externalUrl));
        transport.start();
        return transport;
    }

    /** @param own settings with the port of this node */
    private JmsTransport embedded(JmsSettings own, TransportContext context) {
        int serverId = ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE);
        EmbeddedEngine engine = EmbeddedEngine.start(own, identity, context, serverId);
        return new JmsTransport(
                context, own, engine.address(), engine, PeerBrokers.engines(own, identity, engine.port()));
    }

    private JmsTransport external(TransportContext context, List<HostPort> group) {
        BrokerAddress broker = BrokerAddress.remote(group, settings, identity);
        probe(broker, OwnQueues.names(context));
        return new JmsTransport(context, settings, broker, null, PeerBrokers.allAt(broker, settings, context));
    }

    /**
     * Finds out whether the broker lets this node in and has its queues. A broker that does not answer may come: the
     * transport connects until it does, as it would if the broker had gone later.
     */
    private static void probe(BrokerAddress broker, List<String> names) {
        String queues = String.join(" and ", names);
        try (ClientThreads threads = new ClientThreads();
                OpenConnection open = broker.connect(threads, Precedence.FLASH);
                Session session = open.connection().createSession(false, Session.CLIENT_ACKNOWLEDGE)) {
            for (String name : names) {
                session.createConsumer(session.createQueue(name)).close();
            }
        } catch (JMSSecurityException e) {
            throw new GatewayException.Fatal(
                    ErrorCode.TRANSPORT_REFUSED,
                    "the broker at " + broker.name() + " refuses the user of " + JmsSettings.PREFIX + ".credentials: "
                            + e.getMessage(),
                    "Set user and password that may send to and consume from kmtf.*, and create the anycast queues "
                            + queues,
                    e);
        } catch (JMSException | JMSRuntimeException e) {
            if (!isAway(e)) {
                throw new GatewayException.Fatal(
                        ErrorCode.TRANSPORT_REFUSED,
                        "the broker at " + broker.name() + " (" + JmsSettings.PREFIX + ".external-url) cannot be used: "
                                + e.getMessage(),
                        "Create the anycast queues " + queues,
                        e);
            }
            LOG.warn(
                    "{}: the broker at {} ({}.external-url) does not answer: {}. Rows wait, and the node connects again"
                            + " until it does. If this goes on, start the broker or correct the address",
                    ErrorCode.PEER_UNREACHABLE.code(),
                    broker.name(),
                    JmsSettings.PREFIX,
                    e.getMessage());
        }
    }

    /** Whether there is no connection to the broker, or no longer; it answers and refuses otherwise. */
    private static boolean isAway(Exception problem) {
        return problem.getCause() instanceof ActiveMQException cause && AWAY.contains(cause.getType());
    }
}
