package org.c4igateway.dbbridge.node.path;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.c4igateway.core.flow.DataPath;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.EndpointMismatch;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.PeerAbsence;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.dbbridge.inbox.JdbcInbox;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.c4igateway.dbbridge.outbox.JdbcOutbox;
import org.c4igateway.dbbridge.publish.PublicationRouting;
import org.c4igateway.dbbridge.publish.PublicationThread;
import org.c4igateway.dbbridge.publish.SubscriberRegister;
import org.jspecify.annotations.Nullable;

/** The open transports and the running gateway of a node that holds the lease. */
public final class ActiveNode implements AutoCloseable {
    private final NodeRoutes routes;
    private final DataPath dataPath;
    private final PublicationThread publications;

    private ActiveNode(NodeRoutes routes, DataPath dataPath, PublicationThread publications) {
        this.routes = routes;
        this.dataPath = dataPath;
        this.publications = publications;
    }

    /**
     * Opens every enabled transport, also those that only receive, and starts the gateway. Closes all again on a fault.
     *
     * @param plan parts of the data path
     * @param base resources that the path uses; its epoch is announced to peers as the number of this start
     */
    static ActiveNode open(PathPlan plan, Newcomers newcomers, PathGround base) {
        NodeProperties properties = plan.properties();
        NodeParts parts = plan.parts();
        DataSource dataSource = base.dataSource();
        NodeSignals signals = base.signals();
        long epoch = base.epoch();
        Introduction introduction = new Introduction(
                epoch, Optional.of(base.database()), properties.retention().identityDays(), parts.subscriptions());
        SubscriberRegister register =
                new SubscriberRegister(dataSource, () -> epoch, parts.rules().catalogue());
        register.transports().forEach(newcomers::join);
        NodeRoutes routes = new NodeRoutes(newcomers);
        PublicationThread publications = null;
        DataPath dataPath = null;
        try {
            long incarnation = new SecureRandom().nextLong(1, Long.MAX_VALUE);
            for (TransportFactory factory : parts.factories()) {
                TransportContext context = context(
                        properties.self(),
                        parts,
                        routes.peers(factory.name()),
                        newcomers.routed(),
                        incarnation,
                        introduction);
                routes.opened(factory.open(context));
            }
            publications = new PublicationThread(
                    register,
                    new PublicationRouting(dataSource, () -> epoch),
                    new PublicationThread.Pace(
                            properties.unclaimedTimeout(),
                            properties.flow().fastPoll(),
                            properties.flow().idlePoll()),
                    signals.publications(),
                    routes,
                    parts.loops(),
                    base.onFatal());
            dataPath = new DataPath(
                    routes.byDestination(),
                    routes.transports(),
                    new JdbcOutbox(dataSource, () -> epoch, properties.self()),
                    new JdbcInbox(dataSource, () -> epoch, parts.edge()),
                    signals.outbox(),
                    new DataPathParts(
                            properties.self(),
                            parts.rules(),
                            parts.filter(),
                            parts.edge(),
                            properties.flow().toSettings(),
                            properties.objectives().toObjectives(),
                            parts.meters(),
                            parts.loops(),
                            publications,
                            parts.trace(),
                            parts.steps()),
                    base.onFatal());
            dataPath.start();
            routes.follow(dataPath);
            publications.start();
            return new ActiveNode(routes, dataPath, publications);
        } catch (RuntimeException | Error e) {
            close(routes, dataPath, publications);
            throw e;
        }
    }

    /** Ends what there is of a path that does not open: threads that have started, gauges, transports. */
    private static void close(
            NodeRoutes routes, @Nullable DataPath dataPath, @Nullable PublicationThread publications) {
        if (publications != null) {
            publications.close();
        }
        if (dataPath == null) {
            routes.transports().forEach(Transport::close);
        } else {
            dataPath.close();
        }
    }

    /** Sends to those of its destinations, too, that it does not know yet. */
    void follow(Newcomers newcomers) {
        newcomers.routes().forEach((system, transport) -> {
            if (routes.add(system, transport)) {
                publications.reconsider(system);
            }
        });
    }

    /** @return the state of each destination now */
    public Map<SystemName, PeerState> peers() {
        return routes.byDestination().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, route -> route.getValue().peer(route.getKey())));
    }

    /** @return why that destination is not reachable; empty while it is, and when its transport does not know */
    public Optional<PeerAbsence> absence(SystemName destination) {
        return Optional.ofNullable(routes.byDestination().get(destination))
                .flatMap(transport -> transport.absence(destination));
    }

    /** @return when that destination, which is not reachable, was so last; empty when it never was */
    public Optional<Instant> lastReachable(SystemName destination) {
        return dataPath.lastReachable(destination);
    }

    /** @return by transport, endpoints that should hear each other and do not */
    public Map<String, List<EndpointMismatch>> mismatches() {
        return routes.transports().stream().collect(Collectors.toMap(Transport::name, Transport::mismatches));
    }

    /** @return the alarms of the transports now */
    public List<TransportAlarm> alarms() {
        return dataPath.alarms();
    }

    void drain(Duration patience) {
        publications.close();
        dataPath.drain(patience);
    }

    @Override
    public void close() {
        publications.close();
        dataPath.close();
    }

    /** Waits for the inbox writer after {@link #close}. @return whether it has ended, and leaves the inbox alone */
    boolean awaitEnd(Duration patience) {
        return dataPath.awaitEnd(patience);
    }

    private static TransportContext context(
            SystemName self,
            NodeParts parts,
            Set<SystemName> peers,
            Set<SystemName> routed,
            long incarnation,
            Introduction introduction) {
        return new TransportContext(
                self,
                incarnation,
                introduction,
                peers,
                routed,
                parts.rules().catalogue(),
                parts.rules().maxPayloadBytes(),
                parts.meters(),
                parts.loops(),
                parts.rules().time(),
                true);
    }
}
