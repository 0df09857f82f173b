package org.c4igateway.jms.engine;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptor;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.impl.ActiveMQServerImpl;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.jms.InvalidSetting;
import org.c4igateway.jms.JmsSettings;
import org.c4igateway.jms.JmsSettings.Credentials;
import org.c4igateway.jms.Queues;
import org.c4igateway.jms.client.BrokerAddress;
import org.c4igateway.jms.client.ClientTuning;
import org.c4igateway.jms.presence.AnnouncedPeers;
import org.c4igateway.jms.presence.RepeatedNameClaims;
import org.c4igateway.jms.tls.TlsIdentity;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Artemis engine of a node: holds the node's two inbound queues in memory, or the control queue alone of a node
 * that only sends, and accepts peers over the Core protocol. No journal, no paging, no management over the network,
 * no other queues. A full queue gives senders no more credits; it never drops. Bounds that hold against any client:
 * {@link QueueBound}, {@link ChunkBound}, {@link FrameDecoder}; before it has logged in: {@link Entrance}.
 */
public final class EmbeddedEngine {
    public static final Logger LOG = LoggerFactory.getLogger(EmbeddedEngine.class);
    /** Plain NIO sockets, which need no native library. */
    public static final Map<String, Object> SOCKETS =
            Map.of("tcpNoDelay", true, "remotingThreads", 2, "useEpoll", false, "useKQueue", false);

    private static final int SECRET_BYTES = 24;
    private static final Duration HANDSHAKE = Duration.ofSeconds(10);

    private final ActiveMQServer server;
    private final BrokerAddress address;
    private final SystemName self;
    private final RepeatedNameClaims claims;
    private final Entrance entrance;

    private EmbeddedEngine(
            ActiveMQServer server,
            Entrance entrance,
            BrokerAddress address,
            SystemName self,
            RepeatedNameClaims claims) {
        this.server = server;
        this.entrance = entrance;
        this.address = address;
        this.self = self;
        this.claims = claims;
    }

    /**
     * Starts an engine. Blocks until it listens.
     *
     * @param identity for connections that come in; null without TLS
     * @param serverId differs for each engine in this process
     */
    public static EmbeddedEngine start(
            JmsSettings settings, @Nullable TlsIdentity identity, TransportContext context, int serverId) {
        SystemName self = context.self();
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        Credentials node = new Credentials("node", HexFormat.of().formatHex(secret));
        ClientTuning tuning = ClientTuning.of(settings.profile());
        RepeatedNameClaims claims = RepeatedNameClaims.of(tuning);
        ActiveMQServer server = new ActiveMQServerImpl(
                EngineConfiguration.of(settings, context, serverId), new MeshSecurity(settings.credentials(), node));
        server.registerBrokerPlugin(
                new QueueBound(server, self, settings.limits().queueBytes()));
        server.registerBrokerPlugin(new Logins());
        if (settings.verifiesNames()) {
            server.registerBrokerPlugin(new CertifiedSenders());
        }
        server.registerBrokerPlugin(new AnnouncedPeers(self, context.introduction(), claims, settings.verifiesNames()));
        server.getServiceRegistry()
                .addIncomingInterceptor(new ChunkBound(
                        FrameDecoder.MAX_BYTES,
                        QueueBound.bytes(settings.limits().queueBytes())));
        server.getServiceRegistry().addAcceptorFactory(EngineConfiguration.ACCEPTOR, new BoundedAcceptorFactory());
        Entrance entrance = open(server, settings, identity, context.meters());
        BrokerAddress address = BrokerAddress.embedded(serverId, node, tuning);
        return new EmbeddedEngine(server, entrance, address, self, claims);
    }

    private static Entrance open(
            ActiveMQServer server, JmsSettings settings, @Nullable TlsIdentity identity, MeterRegistry meters) {
        AtomicReference<Exception> failure = new AtomicReference<>();
        server.registerActivationFailureListener(failure::set);
        try {
            checkPort(settings);
            server.start();
            Exception fault = failure.get();
            if (fault == null) {
                return Entrance.open(
                        listenAddress(settings),
                        identity,
                        (NettyAcceptor) server.getRemotingService().getAcceptor(EngineConfiguration.ACCEPTOR),
                        new Strangers(meters, System::nanoTime),
                        new CoreGreeting.Rules(HANDSHAKE, EngineConfiguration.MAX_CONNECTIONS, new AtomicInteger()));
            }
        } catch (Exception e) {
            failure.set(e);
        }
        stop(server);
        throw startFault(settings, failure.get());
    }

    /** @return how the node itself connects */
    public BrokerAddress address() {
        return address;
    }

    /** @return the port that it listens on */
    public int port() {
        return entrance.port();
    }

    /** @return messages in the queue, or 0 once the engine is stopped; for gauges */
    public long depth(boolean control) {
        Queue queue = server.locateQueue(SimpleString.of(control ? Queues.control(self) : Queues.messages(self)));
        return queue == null ? 0 : queue.getMessageCount();
    }

    /** @return when the certificate that it shows ends; empty without TLS */
    public Optional<Instant> certificateEnd() {
        return entrance.certificateEnd();
    }

    /** @return peers that are refused because of their name */
    public List<TransportAlarm> alarms() {
        return claims.alarms();
    }

    /** Stops the engine; what is in its queues is gone. */
    public void stop() {
        entrance.shut();
        stop(server);
        entrance.close();
    }

    /**
     * Where it will listen. The address need not be this machine's yet: that of a pair moves to the node that takes
     * over. Blocks on name resolution.
     *
     * @throws GatewayException.Fatal when the host has no address
     */
    public static InetSocketAddress listenAddress(JmsSettings settings) {
        InetSocketAddress address = new InetSocketAddress(settings.host(), settings.port());
        if (address.isUnresolved()) {
            UnknownHostException unknown = new UnknownHostException(settings.host());
            throw InvalidSetting.fault(
                    "host", settings.host(), "is not a known host", "an address of this machine", unknown);
        }
        return address;
    }

    /** Tries to bind the port before the engine does, which would log a stack trace. */
    private static void checkPort(JmsSettings settings) throws IOException {
        InetSocketAddress address = listenAddress(settings);
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(address);
        }
    }

    private static void stop(ActiveMQServer server) {
        try {
            server.stop();
        } catch (Exception e) {
            LOG.warn("Engine did not stop cleanly", e);
        }
    }

    private static GatewayException startFault(JmsSettings settings, Exception fault) {
        if (fault instanceof GatewayException known) {
            return known;
        }
        for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException) {
                String key = JmsSettings.PREFIX + ".port";
                return new GatewayException.Fatal(
                                ErrorCode.PORT_IN_USE,
                                "the JMS engine cannot listen on " + settings.host() + ":" + settings.port() + " ("
                                        + key + " = " + settings.port() + "): " + cause.getMessage(),
                                "Stop the program that uses the port, or set " + key + " to a free one",
                                fault)
                        .about(key);
            }
        }
        return new GatewayException.Fatal(
                ErrorCode.TRANSPORT_REFUSED,
                "the JMS engine does not start: " + fault,
                "Check " + JmsSettings.PREFIX + " (host, tls) and the log above",
                fault);
    }
}
