package org.c4igateway.wan.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.c4igateway.wan.route.outlet.Holdback;
import org.c4igateway.wan.route.outlet.LinkOutlet;
import org.c4igateway.wan.route.outlet.RouteTally;
import org.c4igateway.wan.route.site.FarSystem;
import org.c4igateway.wan.route.site.Neighbour;
import org.c4igateway.wan.route.site.RouteEpochs;
import org.c4igateway.wan.route.site.SiteNodes;
import org.c4igateway.wan.route.site.SiteTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** State shared by the parts of a router. */
final class RouteState {
    private static final Logger LOG = LoggerFactory.getLogger(RouteState.class);

    final RouterIdentity identity;
    final TopicCatalogue catalogue;
    final LanPort lan;
    final RouteTally tally;
    final SiteNodes nodes;
    final SiteTable table;
    final Announcer announcer;
    final RouteAdmission admissions = new RouteAdmission(this::isNode, () -> this.nanos);
    /** Of nodes behind links, when there was no room here. */
    final Holdback arrivals = new Holdback();

    final GreetingThrottle gate = new GreetingThrottle();
    final Map<String, LinkOutlet> outlets = new TreeMap<>();
    /** Time of the last tick, by the clock that never goes back. */
    volatile long nanos;

    private long waysGiven;
    /** Changes whenever samples on the LAN may have been lost. */
    private long lanWay;

    RouteState(RouterIdentity identity, TopicCatalogue catalogue, LanPort lan, RouteTally tally) {
        this.identity = identity;
        this.catalogue = catalogue;
        this.lan = lan;
        this.tally = tally;
        this.nodes = new SiteNodes(catalogue.digests().keySet(), lan::readersOf);
        this.table = new SiteTable(identity.site());
        this.announcer = new Announcer(identity.site(), catalogue, lan);
        this.lanWay = freshWay();
    }

    /** @return the neighbours to which the link leads from now on */
    List<Neighbour> connect(String link, LinkOutlet outlet) {
        outlets.put(link, outlet);
        List<Neighbour> neighbours =
                outlet.peers().stream().map(peer -> new Neighbour(link, peer)).toList();
        for (Neighbour neighbour : neighbours) {
            table.configure(neighbour, true);
            table.broken(neighbour, freshWay());
        }
        return neighbours;
    }

    /** @return a number that this gateway has not given before, at any start */
    long freshWay() {
        return RouteEpochs.join(identity.incarnation(), ++waysGiven);
    }

    long lanWay() {
        return lanWay;
    }

    void lanBroken() {
        lanWay = freshWay();
    }

    /** @return whether the system has a node, which greets and sends again what gets no receipt */
    boolean isNode(String system) {
        return nodes.isHere(system) || table.find(system).isPresent();
    }

    /** @return the present way to a system, if it is known at all */
    OptionalLong wayTo(String system) {
        if (nodes.isHere(system)) {
            return OptionalLong.of(lanWay);
        }
        return table.find(system).map(far -> OptionalLong.of(far.way())).orElse(OptionalLong.empty());
    }

    /**
     * Looks whether more is held back than can be remembered. Nothing is, afterwards.
     *
     * @return the neighbours over which senders must begin anew, so that the order is kept
     */
    List<Neighbour> overwhelmed(ClockReading now) {
        boolean here = arrivals.isFull();
        List<Neighbour> found = new ArrayList<>();
        outlets.forEach((link, outlet) -> {
            outlet.tick(now);
            if (here || outlet.isOverwhelmed()) {
                LOG.warn("link {}: more is held back than can be remembered; senders begin anew", link);
                outlet.clearHeldBack();
                outlet.peers().forEach(peer -> found.add(new Neighbour(link, peer)));
            }
        });
        arrivals.tick(now);
        if (here) {
            arrivals.clear();
            lanBroken();
        }
        return found;
    }

    /**
     * Gives the systems here another way.
     *
     * @return the neighbours that need another one as well, so that all senders behind that link begin anew
     */
    List<Neighbour> beginAnew(String link) {
        lanBroken();
        return outlets.entrySet().stream()
                .filter(each -> !each.getKey().equals(link))
                .flatMap(each -> each.getValue().peers().stream().map(peer -> new Neighbour(each.getKey(), peer)))
                .toList();
    }

    /** What nodes have sent over that neighbour they send again, in order. */
    void takeBack(Neighbour neighbour) {
        LinkOutlet outlet = outlets.get(neighbour.link());
        if (outlet != null) {
            List<FarSystem> behind = table.systems().stream()
                    .filter(system -> system.next().equals(neighbour))
                    .toList();
            outlet.origins().stream()
                    .filter(this::isNode)
                    .forEach(
                            origin -> behind.forEach(system -> outlet.takeBack(origin, system.name(), Long.MAX_VALUE)));
        }
    }

    /** @return those of the receivers to which a message of the origin may go now */
    List<String> admitted(String origin, List<String> receivers, long writtenNanos) {
        if (!isNode(origin)) {
            return receivers;
        }
        List<String> admitted = new ArrayList<>(receivers.size());
        for (String receiver : receivers) {
            OptionalLong way = wayTo(receiver);
            if (way.isEmpty()) {
                admissions.miss(origin, receiver, writtenNanos);
            } else if (admissions.admits(origin, receiver, way.getAsLong(), writtenNanos)) {
                admitted.add(receiver);
            }
        }
        return admitted;
    }
}
