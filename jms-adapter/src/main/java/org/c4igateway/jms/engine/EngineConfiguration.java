package org.c4igateway.jms.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMAcceptorFactory;
import org.apache.activemq.artemis.core.remoting.impl.invm.TransportConstants;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptorFactory;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.jms.JmsSettings;
import org.c4igateway.jms.presence.OwnQueues;

/** What the engine of a node is told at its start: its queues in memory, two acceptors, and bounds. */
final class EngineConfiguration {
    /** Acceptor of peers. */
    static final String ACCEPTOR = "peers";

    static final int MAX_CONNECTIONS = 1_024;

    private static final String ROLE = "mesh";
    private static final int WORKER_THREADS = 8;
    private static final int TIMER_THREADS = 2;

    /**
     * The engine warns of queues without an address for dead and expired messages. No queue is bound to this one, so it
     * drops them as it would without an address; with these settings there are none.
     */
    private static final SimpleString NOWHERE = SimpleString.of("nowhere");

    private EngineConfiguration() {}

    static Configuration of(JmsSettings settings, TransportContext context, int serverId) {
        Configuration configuration = new ConfigurationImpl()
                .setName(context.self().value())
                .setPersistenceEnabled(false)
                .setJournalType(JournalType.NIO)
                .setSecurityEnabled(true)
                .setJMXManagementEnabled(false)
                .setMessageCounterEnabled(false)
                .setCriticalAnalyzer(false)
                .setMaxDiskUsage(-1)
                .setGlobalMaxSize(-1)
                .setIDCacheSize(0)
                .setThreadPoolMaxSize(WORKER_THREADS)
                .setScheduledThreadPoolMaxSize(TIMER_THREADS)
                .setConnectionTtlCheckInterval(1_000)
                .setGracefulShutdownEnabled(false)
                .addAcceptorConfiguration(acceptor(settings))
                .addAcceptorConfiguration(new TransportConfiguration(
                        InVMAcceptorFactory.class.getName(),
                        Map.of(TransportConstants.SERVER_ID_PROP_NAME, serverId),
                        "node"));
        configuration.addAddressSetting("#", addressSettings(settings.limits().queueBytes()));
        for (String queue : OwnQueues.names(context)) {
            configuration.addQueueConfiguration(QueueConfiguration.of(queue)
                    .setRoutingType(RoutingType.ANYCAST)
                    .setDurable(false));
            Role sendAndConsume =
                    new Role(ROLE, true, true, false, false, false, false, false, false, false, false, false, false);
            configuration.putSecurityRoles(queue, Set.of(sendAndConsume));
        }
        return configuration;
    }

    private static AddressSettings addressSettings(long maxBytes) {
        return new AddressSettings()
                .setAddressFullMessagePolicy(AddressFullMessagePolicy.BLOCK)
                .setMaxSizeBytes(maxBytes)
                .setAutoCreateAddresses(false)
                .setAutoCreateQueues(false)
                .setAutoDeleteAddresses(false)
                .setAutoDeleteQueues(false)
                .setMaxDeliveryAttempts(-1)
                .setNoExpiry(true)
                .setDeadLetterAddress(NOWHERE)
                .setExpiryAddress(NOWHERE)
                .setDefaultConsumerWindowSize(1 << 20);
    }

    private static TransportConfiguration acceptor(JmsSettings settings) {
        Map<String, Object> parameters = new HashMap<>();
        parameters.put("host", settings.host());
        parameters.put("port", settings.port());
        parameters.put("protocols", "CORE");
        parameters.put(Entrance.HANDED_OVER, true);
        parameters.put("connectionsAllowed", MAX_CONNECTIONS);
        parameters.putAll(EmbeddedEngine.SOCKETS);
        parameters.put("quietPeriod", 0);
        parameters.put("shutdownTimeout", 0);
        return new TransportConfiguration(NettyAcceptorFactory.class.getName(), parameters, ACCEPTOR);
    }
}
