package org.c4igateway.jms.client;

import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.api.jms.ActiveMQJMSClient;
import org.apache.activemq.artemis.api.jms.JMSFactoryType;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMConnectorFactory;
import org.apache.activemq.artemis.core.remoting.impl.invm.TransportConstants;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyConnection;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyConnectorFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQConnection;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.transport.PrecedenceMarks;
import org.c4igateway.jms.HostPort;
import org.c4igateway.jms.JmsSettings;
import org.c4igateway.jms.JmsSettings.Credentials;
import org.c4igateway.jms.engine.EmbeddedEngine;
import org.c4igateway.jms.tls.TlsIdentity;
import org.jspecify.annotations.Nullable;

/**
 * A broker, or a group of brokers of which one serves at a time, and how to log in.
 *
 * @param name for people and logs
 * @param transports connectors of the client library, which begins with any of them and takes the next when one does
 *     not answer
 * @param credentials presented at login
 * @param tuning settings of the client library
 * @param inProcess whether it is this process's own, which cannot fall silent
 * @param marks of the packets that go there
 */
public record BrokerAddress(
        String name,
        List<TransportConfiguration> transports,
        Credentials credentials,
        ClientTuning tuning,
        boolean inProcess,
        PrecedenceMarks marks) {
    private static final long NEVER = -1;
    /**
     * What is read ahead of the engine's queue can no longer be overtaken there. A JMS message goes out while any of
     * this is left; so with full batches it is one, beside the one that is being delivered.
     */
    public static final int READ_AHEAD_BYTES = 32 << 10;

    public BrokerAddress {
        transports = List.copyOf(transports);
    }

    /**
     * Brokers over TCP.
     *
     * @param identity for the handshakes; null without TLS
     */
    public static BrokerAddress remote(List<HostPort> group, JmsSettings settings, @Nullable TlsIdentity identity) {
        ClientTuning tuning = ClientTuning.of(settings.profile());
        List<TransportConfiguration> transports = group.stream()
                .map(address -> connector(address, identity, tuning))
                .toList();
        String name = group.stream().map(HostPort::toString).collect(Collectors.joining(","));
        return new BrokerAddress(
                name,
                transports,
                settings.credentials(),
                tuning,
                false,
                settings.dscp().marks());
    }

    private static TransportConfiguration connector(
            HostPort address, @Nullable TlsIdentity identity, ClientTuning tuning) {
        Map<String, Object> parameters = new HashMap<>();
        parameters.put("host", address.host());
        parameters.put("port", address.port());
        parameters.putAll(EmbeddedEngine.SOCKETS);
        parameters.put("netty-connect-timeout", (int) tuning.callTimeout().toMillis());
        if (identity != null) {
            parameters.putAll(identity.connectorParameters());
        }
        return new TransportConfiguration(NettyConnectorFactory.class.getName(), parameters, address.toString());
    }

    /** The engine in this process. */
    public static BrokerAddress embedded(int serverId, Credentials credentials, ClientTuning tuning) {
        TransportConfiguration transport = new TransportConfiguration(
                InVMConnectorFactory.class.getName(),
                Map.of(TransportConstants.SERVER_ID_PROP_NAME, serverId),
                "embedded");
        return new BrokerAddress("own engine", List.of(transport), credentials, tuning, true, PrecedenceMarks.NONE);
    }

    /**
     * Connects and logs in. Blocks for a few call timeouts at most. The caller closes the connection.
     *
     * @param threads what the library runs on
     * @param carries precedence of what the connection carries, which gives it its mark; FLASH for what belongs to no
     *     message
     */
    public OpenConnection connect(ClientThreads threads, Precedence carries) throws JMSException {
        ActiveMQConnectionFactory factory = ActiveMQJMSClient.createConnectionFactoryWithoutHA(
                JMSFactoryType.CF, transports.toArray(TransportConfiguration[]::new));
        tuning.applyTo(factory);
        threads.applyTo(factory);
        factory.getServerLocator().addIncomingInterceptor(new OtherKinds());
        if (inProcess) {
            factory.setConnectionTTL(NEVER);
            factory.setClientFailureCheckPeriod(NEVER);
            factory.setConsumerWindowSize(READ_AHEAD_BYTES);
        }
        try {
            Connection connection = factory.createConnection(credentials.user(), credentials.password());
            Integer trafficClass = marks.trafficClasses().get(carries);
            if (trafficClass != null) {
                mark(connection, trafficClass);
            }
            return new OpenConnection(factory, connection);
        } catch (JMSException | RuntimeException e) {
            factory.close();
            throw e;
        }
    }

    /**
     * A mark that changed from message to message would reorder the segments of one TCP connection, so a connection has
     * one. The library has no setting for it. Messages go without a mark rather than not at all.
     */
    private void mark(Connection connection, int trafficClass) {
        if (!(connection instanceof ActiveMQConnection open)
                || !(open.getSessionFactory().getConnection().getTransportConnection()
                        instanceof NettyConnection socket)) {
            return;
        }
        try {
            if (socket.getNettyChannel().config().setOption(ChannelOption.IP_TOS, trafficClass)) {
                return;
            }
            EmbeddedEngine.LOG.warn("Packets to {} have no DSCP: this kind of socket has none", name);
        } catch (ChannelException e) {
            EmbeddedEngine.LOG.warn("Packets to {} have no DSCP: {}", name, e.getMessage());
        }
    }

    /** A connection with the factory that belongs to it. */
    public record OpenConnection(ActiveMQConnectionFactory factory, Connection connection) implements AutoCloseable {
        @Override
        public void close() throws JMSException {
            try (factory) {
                connection.close();
            }
        }

        static void closeQuietly(@Nullable OpenConnection connection) {
            if (connection == null) {
                return;
            }
            try {
                connection.close();
            } catch (JMSException | RuntimeException e) {
                EmbeddedEngine.LOG.debug("Connection did not close cleanly", e);
            }
        }
    }
}
