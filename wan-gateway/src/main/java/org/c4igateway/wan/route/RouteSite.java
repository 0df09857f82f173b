package org.c4igateway.wan.route;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.c4igateway.wan.route.site.RouteEpochs;
import org.c4igateway.wan.route.site.SiteNodes;
import org.c4igateway.wan.route.site.SiteTable;

/**
 * This gateway's site: its domain, the systems in it, and those behind the links. A way is the present route to a
 * system; its number changes whenever messages on it may have been lost. Used by the router's thread.
 */
final class RouteSite {
    /** Time after the start in which an unknown origin may still turn out to be a node. */
    private static final long ACQUAINTANCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final RouterIdentity identity;
    private final TopicCatalogue catalogue;
    private final LanPort lan;
    private final SiteNodes nodes;
    private final SiteTable table;
    private final long startedNanos;
    private long waysGiven;
    private long lanWay;

    RouteSite(RouterIdentity identity, TopicCatalogue catalogue, LanPort lan, ClockReading start) {
        this.identity = identity;
        this.catalogue = catalogue;
        this.lan = lan;
        this.nodes = new SiteNodes(catalogue.digests().keySet(), lan::readersOf);
        this.table = new SiteTable(identity.site());
        this.startedNanos = start.nanos();
        this.lanWay = freshWay();
    }

    /** Its name. */
    String name() {
        return identity.site();
    }

    Optional<Topic> topic(String id) {
        return catalogue.find(id);
    }

    /** @return whether messages of the topic are acknowledged; not of a topic that is unknown here */
    boolean isReliable(String topicId) {
        return topic(topicId).map(Topic::reliable).orElse(false);
    }

    LanPort lan() {
        return lan;
    }

    /** Systems in the domain. */
    SiteNodes nodes() {
        return nodes;
    }

    /** Systems behind links. */
    SiteTable table() {
        return table;
    }

    /** @return a number that this gateway has not given before, at any start */
    long freshWay() {
        return RouteEpochs.join(identity.incarnation(), ++waysGiven);
    }

    /** The way to every system in the domain. */
    long lanWay() {
        return lanWay;
    }

    /** Messages in the domain may have been lost. */
    void lanBroken() {
        lanWay = freshWay();
    }

    /** @return whether the system has a node, which greets and sends again what gets no receipt */
    boolean isNode(String system) {
        return nodes.isHere(system) || table.find(system).isPresent();
    }

    /** @return whether another gateway of this domain, or a link, leads to the system */
    boolean isElsewhere(String system) {
        return table.find(system).isPresent() || nodes.gatewayOf(system).isPresent();
    }

    /** @return whether what the origin writes in the domain is of this site; unknown ones are, but not at the start */
    boolean isOrigin(String origin, ClockReading now) {
        return nodes.isHere(origin) || (!isElsewhere(origin) && now.nanos() - startedNanos >= ACQUAINTANCE_NANOS);
    }

    /** @return the present way to a system, if it is known at all */
    OptionalLong wayTo(String system) {
        if (nodes.isHere(system)) {
            return OptionalLong.of(lanWay);
        }
        return table.find(system).map(far -> OptionalLong.of(far.way())).orElse(OptionalLong.empty());
    }
}
