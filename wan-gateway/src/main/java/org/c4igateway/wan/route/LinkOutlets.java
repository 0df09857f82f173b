package org.c4igateway.wan.route;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.record.LinkRecord.MessageRecord;
import org.c4igateway.wan.frame.record.LinkRecord.SiteReport;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.c4igateway.wan.route.outlet.Discard;
import org.c4igateway.wan.route.outlet.Holdback;
import org.c4igateway.wan.route.outlet.LinkOutlet;
import org.c4igateway.wan.route.outlet.LinkPolicy;
import org.c4igateway.wan.route.outlet.RouteTally;
import org.c4igateway.wan.route.site.FarSystem;
import org.c4igateway.wan.route.site.Neighbour;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The links of this gateway by name, and what is held back because there was no room. Used by the router's thread. */
final class LinkOutlets {
    private static final Logger LOG = LoggerFactory.getLogger(LinkOutlets.class);

    private final RouteSite site;
    private final RouteTally tally;
    private final Map<String, LinkOutlet> outlets = new TreeMap<>();
    /** Of nodes behind links, when there was no room here. */
    private final Holdback arrivals = new Holdback();

    LinkOutlets(RouteSite site, RouteTally tally) {
        this.site = site;
        this.tally = tally;
    }

    /** @return the neighbours to which the link leads from now on */
    List<Neighbour> add(String link, LinkOutlet outlet) {
        outlets.put(link, outlet);
        List<Neighbour> neighbours = neighbours(link, outlet);
        for (Neighbour neighbour : neighbours) {
            site.table().configure(neighbour, true);
            site.table().broken(neighbour, site.freshWay());
        }
        return neighbours;
    }

    /** @return the neighbours to which the link led */
    List<Neighbour> remove(String link) {
        LinkOutlet outlet = outlets.remove(link);
        List<Neighbour> neighbours = outlet == null ? List.of() : neighbours(link, outlet);
        neighbours.forEach(neighbour -> site.table().configure(neighbour, false));
        return neighbours;
    }

    private static List<Neighbour> neighbours(String link, LinkOutlet outlet) {
        return outlet.peers().stream().map(peer -> new Neighbour(link, peer)).toList();
    }

    /** @return the link of that name; empty when it is no more */
    Optional<LinkOutlet> find(String link) {
        return Optional.ofNullable(outlets.get(link));
    }

    /** @return the link to a neighbour */
    Optional<LinkOutlet> to(Neighbour neighbour) {
        return find(neighbour.link());
    }

    /** Keeps the report of a neighbour for the next start. */
    void note(Neighbour neighbour, SiteReport report) {
        to(neighbour).ifPresent(outlet -> outlet.note(neighbour.site(), report));
    }

    /** Links by name. */
    Map<String, LinkOutlet> all() {
        return Collections.unmodifiableMap(outlets);
    }

    /** @return what each link carries, by name */
    Map<String, LinkPolicy> policies() {
        Map<String, LinkPolicy> policies = new HashMap<>();
        outlets.forEach((link, outlet) -> policies.put(link, outlet.policy()));
        return policies;
    }

    /** Counts a record that goes no further. */
    void discarded(String link, Discard reason, Precedence precedence) {
        tally.discarded(link, reason, precedence);
    }

    /** @return those targets of a message of a node for which it need not come again first */
    List<String> open(MessageRecord record, ClockReading now) {
        return arrivals.open(Holdback.Row.of(record, arrivals.nextArrival()), record.targets(), now);
    }

    /** There is no room here for a message of a node; it has to come again. */
    void hold(MessageRecord record, ClockReading now) {
        arrivals.hold(Holdback.Row.of(record, arrivals.nextArrival()), record.targets(), now);
    }

    /**
     * The sender sends again what it wrote for the receiver before then; copies that wait for the link are withdrawn.
     */
    void withdraw(String sender, String receiver, long beforeNanos, Optional<Neighbour> next) {
        arrivals.clear(sender, receiver, beforeNanos);
        next.flatMap(this::to).ifPresent(outlet -> outlet.takeBack(sender, receiver, beforeNanos));
    }

    /** What nodes have sent over that neighbour they send again, in order. */
    void takeBack(Neighbour neighbour) {
        to(neighbour).ifPresent(outlet -> {
            List<FarSystem> behind = site.table().systems().stream()
                    .filter(system -> system.next().equals(neighbour))
                    .toList();
            outlet.origins().stream()
                    .filter(site::isNode)
                    .forEach(
                            origin -> behind.forEach(system -> outlet.takeBack(origin, system.name(), Long.MAX_VALUE)));
        });
    }

    /**
     * Checks whether more is held back than can be remembered. Afterwards nothing is held back there.
     *
     * @return the neighbours over which senders must start a new epoch, so that the order is kept
     */
    List<Neighbour> overwhelmed(ClockReading now) {
        boolean here = arrivals.isFull();
        List<Neighbour> found = new ArrayList<>();
        outlets.forEach((link, outlet) -> {
            outlet.tick(now);
            if (here || outlet.isOverwhelmed()) {
                LOG.warn("link {}: too many streams are held back; senders start a new epoch", link);
                outlet.clearHeldBack();
                found.addAll(neighbours(link, outlet));
            }
        });
        arrivals.tick(now);
        if (here) {
            arrivals.clear();
            site.lanBroken();
        }
        return found;
    }

    /**
     * Gives the systems here a new route number.
     *
     * @return the neighbours that need a new number as well, so that all senders behind that link start a new epoch
     */
    List<Neighbour> beginAnew(String link) {
        site.lanBroken();
        return outlets.entrySet().stream()
                .filter(each -> !each.getKey().equals(link))
                .flatMap(each -> neighbours(each.getKey(), each.getValue()).stream())
                .toList();
    }
}
