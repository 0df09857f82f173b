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
import org.c4igateway.core.flow.AnnouncementListener;
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
import org.c4igateway.dbbridge.outbox.NotifySignal;
import org.c4igateway.dbbridge.publish.PublicationRouting;
import org.c4igateway.dbbridge.publish.PublicationThread;
import org.c4igateway.dbbridge.publish.SubscriberRegister;
import org.c4igateway.dbbridge.shard.Shard;
import org.c4igateway.topics.Topic;
import org.jspecify.annotations.Nullable;

/**
 * The open transports and the running gateway of a node that holds the lease of a shard. That of the first shard
 * receives for the system and routes publications; those of the others only send, and are nodes of their own to their
 * peers.
 */
public final class ActiveNode implements AutoCloseable {
    private final NodeRoutes routes;
    private final DataPath dataPath;
    private final SubscriberRegister register;
    /** Of the first shard only. */
    private final @Nullable PublicationThread publications;

    private ActiveNode(
            NodeRoutes routes,
            DataPath dataPath,
            SubscriberRegister register,
            @Nullable PublicationThread publications) {
        this.routes = routes;
        this.dataPath = dataPath;
        this.register = register;
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
        Shard shard = base.shard();
        NodeParts parts = plan.parts().of(shard);
        SystemName self = properties.self().ofShard(shard.number());
        DataSource dataSource = base.dataSource();
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
                        self,
                        shard,
                        parts,
                        routes.peers(factory.name()),
                        newcomers.routed(),
                        incarnation,
                        introduction);
                routes.opened(factory.open(context));
            }
            if (shard.isFirst()) {
                publications = publications(register, properties, base, routes, parts);
            }
            dataPath = dataPath(base, self, routes, parts, properties, publications);
            dataPath.start();
            routes.follow(dataPath);
            if (publications != null) {
                publications.start();
            }
            return new ActiveNode(routes, dataPath, register, publications);
        } catch (RuntimeException | Error e) {
            close(routes, dataPath, publications);
            throw e;
        }
    }

    private static DataPath dataPath(
            PathGround base,
            SystemName self,
            NodeRoutes routes,
            NodeParts parts,
            NodeProperties properties,
            @Nullable PublicationThread publications) {
        Set<String> topics =
                parts.rules().catalogue().topics().stream().map(Topic::id).collect(Collectors.toSet());
        JdbcOutbox outbox = new JdbcOutbox(base.dataSource(), base::epoch, self, base.shard(), topics);
        DataPathParts shared = new DataPathParts(
                self,
                parts.rules(),
                parts.filter(),
                parts.edge(),
                properties.flow().toSettings(),
                properties.objectives().toObjectives(),
                parts.meters(),
                parts.loops(),
                publications == null ? AnnouncementListener.NONE : publications,
                parts.trace(),
                parts.steps());
        NotifySignal signal = base.signals().outbox();
        return base.shard().isFirst()
                ? new DataPath(
                        routes.byDestination(),
                        routes.transports(),
                        outbox,
                        new JdbcInbox(base.dataSource(), base::epoch, parts.edge()),
                        signal,
                        shared,
                        base.onFatal())
                : DataPath.ofSender(
                        routes.byDestination(), routes.transports(), outbox, signal, shared, base.onFatal());
    }

    private static PublicationThread publications(
            SubscriberRegister register,
            NodeProperties properties,
            PathGround base,
            NodeRoutes routes,
            NodeParts parts) {
        return new PublicationThread(
                register,
                new PublicationRouting(base.dataSource(), base::epoch),
                new PublicationThread.Pace(
                        properties.unclaimedTimeout(),
                        properties.flow().fastPoll(),
                        properties.flow().idlePoll()),
                base.signals().publications(),
                routes,
                parts.loops(),
                base.onFatal());
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

    /** Lets those in that the database has as subscribers. Blocks on the database. */
    void learn(Newcomers newcomers) {
        register.transports().forEach(newcomers::join);
    }

    /** Sends to those of its destinations, too, that it does not know yet. */
    void follow(Newcomers newcomers) {
        newcomers.routes().forEach((system, transport) -> {
            if (routes.add(system, transport) && publications != null) {
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
        closePublications();
        dataPath.drain(patience);
    }

    @Override
    public void close() {
        closePublications();
        dataPath.close();
    }

    private void closePublications() {
        if (publications != null) {
            publications.close();
        }
    }

    /** Waits for the inbox writer after {@link #close}. @return whether it has ended, and leaves the inbox alone */
    boolean awaitEnd(Duration patience) {
        return dataPath.awaitEnd(patience);
    }

    private static TransportContext context(
            SystemName self,
            Shard shard,
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
                shard.isFirst()
                        ? parts.rules().catalogue()
                        : parts.rules().catalogue().only(shard::has),
                parts.rules().maxPayloadBytes(),
                parts.meters(),
                parts.loops(),
                parts.rules().time(),
                shard.isFirst());
    }
}
