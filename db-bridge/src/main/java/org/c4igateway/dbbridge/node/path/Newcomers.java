package org.c4igateway.dbbridge.node.path;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.dbbridge.node.settings.NewcomerNames;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.c4igateway.dbbridge.publish.PublicationThread.Announced;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which systems this node sends to: those that its configuration names, and others that announced themselves over a
 * transport that {@code c4i.newcomers} names. Each name takes one of a few places when its announcement is let in. One
 * that does not become a destination gives it back when nothing is heard of it for an hour and others need it; one that
 * does stays until the node ends or its configuration no longer lets it join, and is known from the register of
 * subscribers after that. Safe for any thread.
 */
public final class Newcomers {
    static final String KEY = "c4i.newcomers";
    /** Most newcomers, and most refused names that are remembered; any process of a domain can announce names. */
    static final int MAX_NEWCOMERS = 256;

    static final Duration KEPT = Duration.ofHours(1);

    private static final Logger LOG = LoggerFactory.getLogger(Newcomers.class);

    private final SystemName self;
    private volatile Configured configured;
    private final MeterRegistry meters;
    private final LongSupplier nanos;
    /** Names that hold a place and are no destinations yet, with the time when they were heard. */
    private final Map<SystemName, Long> admitted = new HashMap<>();

    private final Map<SystemName, ErrorCode> refused = new ConcurrentHashMap<>();
    private final Map<SystemName, String> joined = new ConcurrentHashMap<>();
    private final Set<SystemName> routed = ConcurrentHashMap.newKeySet();

    /**
     * What a configuration says of destinations.
     *
     * @param routes transport name per destination
     * @param transports over which others may join
     * @param names that may join so
     */
    record Configured(Map<SystemName, String> routes, List<String> transports, NewcomerNames names) {
        Configured {
            routes = Map.copyOf(routes);
            transports = List.copyOf(transports);
        }

        static Configured of(NodeProperties properties) {
            return new Configured(
                    properties.routes(), properties.newcomers(), new NewcomerNames(properties.newcomerNames()));
        }

        private Configured with(SystemName system, String transport) {
            Map<SystemName, String> more = new TreeMap<>(routes);
            more.put(system, transport);
            return new Configured(more, transports, names);
        }

        private boolean keeps(SystemName newcomer, String transport) {
            return transports.contains(transport) && names.allow(newcomer) && !routes.containsKey(newcomer);
        }
    }

    /**
     * @param meters where the number of newcomers and of refused ones goes
     * @param nanos a clock that is never set
     */
    Newcomers(NodeProperties properties, MeterRegistry meters, LongSupplier nanos) {
        this.self = properties.self();
        this.configured = Configured.of(properties);
        this.meters = meters;
        this.nanos = nanos;
        var _ = Gauge.builder(MeterNames.NEWCOMERS, joined, Map::size).register(meters);
        showKeptOut(ErrorCode.TOO_MANY_NEWCOMERS);
        showKeptOut(ErrorCode.NEWCOMER_REFUSED);
        routed.addAll(configured.routes().keySet());
    }

    private void showKeptOut(ErrorCode code) {
        var _ = Gauge.builder(
                        MeterNames.NEWCOMERS_KEPT_OUT, refused, names -> Collections.frequency(names.values(), code))
                .tag(MeterNames.CODE, code.code())
                .register(meters);
    }

    /** @return what the configuration says, with destinations that were added since */
    Configured configured() {
        return configured;
    }

    /** From now on the configuration says this. Newcomers that may no longer join leave. While no data path is open. */
    synchronized void take(Configured next) {
        configured = next;
        joined.entrySet().removeIf(newcomer -> !next.keeps(newcomer.getKey(), newcomer.getValue()));
        admitted.clear();
        refused.clear();
        Set<SystemName> present = routes().keySet();
        routed.retainAll(present);
        routed.addAll(present);
    }

    /** @throws org.c4igateway.core.fault.GatewayException.Fatal when a transport cannot take newcomers */
    public static void check(List<String> transports, List<TransportFactory> factories) {
        for (String transport : transports) {
            NodeProperties.require(
                    factories.stream()
                            .anyMatch(factory -> factory.name().equals(transport) && factory.takesNewcomers()),
                    KEY,
                    transport,
                    "an enabled transport, jms or dds");
        }
    }

    /** @return whether what the system announced over that transport counts */
    synchronized boolean isRecorded(Announced told) {
        SystemName system = told.node().system();
        String route = configured.routes().getOrDefault(system, joined.get(system));
        if (route != null) {
            return route.equals(told.transport());
        }
        return isNewcomer(system, told.transport());
    }

    private boolean isNewcomer(SystemName system, String transport) {
        if (!configured.transports().contains(transport)
                || system.equals(self)
                || system.value().equals(NodeProperties.NOBODY)) {
            return false;
        }
        if (!configured.names().allow(system)) {
            return refuse(system, ErrorCode.NEWCOMER_REFUSED, "its name is not among " + NewcomerNames.KEY);
        }
        if (!takesPlace(system)) {
            return refuse(system, ErrorCode.TOO_MANY_NEWCOMERS, MAX_NEWCOMERS + " newcomers have places already");
        }
        return true;
    }

    private boolean takesPlace(SystemName system) {
        long now = nanos.getAsLong();
        if (!admitted.containsKey(system) && isFull()) {
            admitted.values().removeIf(heard -> now - heard >= KEPT.toNanos());
            if (isFull()) {
                return false;
            }
        }
        admitted.put(system, now);
        return true;
    }

    private boolean isFull() {
        return joined.size() + admitted.size() >= MAX_NEWCOMERS;
    }

    private boolean refuse(SystemName system, ErrorCode code, String why) {
        if (refused.size() < MAX_NEWCOMERS && refused.put(system, code) != code) {
            meters.counter(MeterNames.NEWCOMERS_REFUSED, MeterNames.CODE, code.code())
                    .increment();
            LOG.warn("{}: {} may not join: {}", code.code(), system, why);
        }
        return false;
    }

    /** @return refused names with the code why, the first that came; for health */
    public Map<SystemName, ErrorCode> refused() {
        return new TreeMap<>(refused);
    }

    /** @return whether the system is a destination from now on and was none before */
    synchronized boolean join(SystemName system, String transport) {
        if (configured.routes().containsKey(system) || joined.containsKey(system) || !isNewcomer(system, transport)) {
            return false;
        }
        joined.put(system, transport);
        admitted.remove(system);
        refused.remove(system);
        routed.add(system);
        LOG.info("{} announced itself over {}; this node sends to it from now on", system, transport);
        return true;
    }

    /** The configuration names one more destination. */
    synchronized void configure(SystemName system, String transport) {
        configured = configured.with(system, transport);
        joined.remove(system);
        admitted.remove(system);
        refused.remove(system);
        routed.add(system);
    }

    /** @return transport name per destination, in order of names */
    public Map<SystemName, String> routes() {
        Map<SystemName, String> routes = new TreeMap<>(configured.routes());
        routes.putAll(joined);
        return routes;
    }

    /** @return systems that have a route; a live view */
    public Set<SystemName> routed() {
        return Collections.unmodifiableSet(routed);
    }
}
