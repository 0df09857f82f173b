package org.c4igateway.dbbridge.node;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.DataPath;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.OutboxSignal;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.dbbridge.inbox.JdbcInbox;
import org.c4igateway.dbbridge.outbox.JdbcOutbox;

/** The open transports and the running gateway of a node that holds the lease. */
final class ActiveNode implements AutoCloseable {
    private final Map<SystemName, Transport> routes;
    private final DataPath dataPath;

    private ActiveNode(Map<SystemName, Transport> routes, DataPath dataPath) {
        this.routes = routes;
        this.dataPath = dataPath;
    }

    /**
     * Opens every enabled transport, also those that only receive, and starts the gateway. Closes all again on a fault.
     *
     * @param introduction what peers are told; its start is the epoch of the lease
     */
    static ActiveNode open(
            NodeProperties properties,
            NodeParts parts,
            DataSource dataSource,
            OutboxSignal signal,
            Introduction introduction,
            Consumer<GatewayException> onFatal) {
        long epoch = introduction.start();
        Map<String, Transport> transports = new LinkedHashMap<>();
        try {
            long incarnation = new SecureRandom().nextLong(1, Long.MAX_VALUE);
            for (TransportFactory factory : parts.factories()) {
                transports.put(
                        factory.name(),
                        factory.open(context(properties, parts, factory.name(), incarnation, introduction)));
            }
            Map<SystemName, Transport> routes = new HashMap<>();
            properties.routes().forEach((destination, name) -> {
                Transport transport = transports.get(name);
                if (transport != null) {
                    routes.put(destination, transport);
                }
            });
            DataPath dataPath = new DataPath(
                    routes,
                    transports.values(),
                    new JdbcOutbox(dataSource, () -> epoch, properties.self()),
                    new JdbcInbox(dataSource, () -> epoch, parts.edge()),
                    signal,
                    new DataPathParts(
                            properties.self(),
                            parts.rules(),
                            parts.filter(),
                            parts.edge(),
                            properties.flow().toSettings(),
                            parts.meters(),
                            parts.loops(),
                            parts.steps()),
                    onFatal);
            dataPath.start();
            return new ActiveNode(routes, dataPath);
        } catch (RuntimeException e) {
            transports.values().forEach(Transport::close);
            throw e;
        }
    }

    /** @return the state of each destination now */
    Map<SystemName, PeerState> peers() {
        return routes.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, route -> route.getValue().peer(route.getKey())));
    }

    /** @return the alarms of the transports now */
    List<TransportAlarm> alarms() {
        return dataPath.alarms();
    }

    void drain(Duration patience) {
        dataPath.drain(patience);
    }

    @Override
    public void close() {
        dataPath.close();
    }

    private static TransportContext context(
            NodeProperties properties, NodeParts parts, String transport, long incarnation, Introduction introduction) {
        return new TransportContext(
                properties.self(),
                incarnation,
                introduction,
                properties.peers(transport),
                parts.rules().catalogue(),
                parts.rules().maxPayloadBytes(),
                parts.meters(),
                parts.loops(),
                parts.rules().time());
    }
}
