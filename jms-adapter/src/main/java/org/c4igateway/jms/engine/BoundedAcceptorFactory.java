package org.c4igateway.jms.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptorFactory;
import org.apache.activemq.artemis.core.server.cluster.ClusterConnection;
import org.apache.activemq.artemis.core.server.metrics.MetricsManager;
import org.apache.activemq.artemis.spi.core.protocol.ProtocolManager;
import org.apache.activemq.artemis.spi.core.remoting.Acceptor;
import org.apache.activemq.artemis.spi.core.remoting.BufferHandler;
import org.apache.activemq.artemis.spi.core.remoting.ServerConnectionLifeCycleListener;

/**
 * Makes the engine's acceptor, whose connections take frames up to a bound: the library itself would accept frames of 2
 * GiB from any client.
 */
final class BoundedAcceptorFactory extends NettyAcceptorFactory {
    @Override
    @SuppressWarnings("rawtypes") // as the library declares it
    public Acceptor createAcceptor(
            String name,
            ClusterConnection clusterConnection,
            Map<String, Object> configuration,
            BufferHandler handler,
            ServerConnectionLifeCycleListener listener,
            Executor threadPool,
            ScheduledExecutorService timer,
            Map<String, ProtocolManager> protocols,
            String threads,
            MetricsManager metrics) {
        Map<String, ProtocolManager> bounded = new HashMap<>();
        for (Map.Entry<String, ProtocolManager> protocol : protocols.entrySet()) {
            ProtocolManager<?, ?> manager = protocol.getValue();
            bounded.put(protocol.getKey(), new BoundedProtocol<>(manager));
        }
        return super.createAcceptor(
                name,
                clusterConnection,
                configuration,
                handler,
                listener,
                threadPool,
                timer,
                bounded,
                threads,
                metrics);
    }
}
