package org.c4igateway.wan.route;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.c4igateway.topics.Topic;
import org.c4igateway.wan.frame.record.LinkRecord.MessageRecord;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.c4igateway.wan.route.outlet.Discard;
import org.c4igateway.wan.route.outlet.InFlightMessage;
import org.c4igateway.wan.route.outlet.LinkOutlet;
import org.c4igateway.wan.route.site.Neighbour;

/**
 * Messages without destinations, which go to every system. Each reaches a site once: it is sent only to neighbours
 * without their own route to the origin, and a second copy is dropped.
 */
final class Broadcasts {
    private static final int MAX_REMEMBERED = 65_536;

    private final RouteSite site;
    private final LinkOutlets outlets;
    private final Set<InFlightMessage.MessageKey> seen = new LinkedHashSet<>();

    Broadcasts(RouteSite site, LinkOutlets outlets) {
        this.site = site;
        this.outlets = outlets;
    }

    /** A system of this site wrote it. */
    void send(MessageRecord record, Topic topic, ClockReading now) {
        if (isNew(record)) {
            forward("", record, topic, now);
        }
    }

    /** It came from a neighbour. */
    void pass(Neighbour from, MessageRecord record, Topic topic, ClockReading now) {
        if (!isNew(record)) {
            outlets.discarded(from.link(), Discard.REPEATED, InFlightMessage.precedenceOf(record.message()));
            return;
        }
        if (site.nodes().interest().contains(topic.id())) {
            site.lan().write(record.message(), record.sourceNanos());
        }
        forward(from.link(), record, topic, now);
    }

    private boolean isNew(MessageRecord record) {
        boolean added = seen.add(InFlightMessage.keyOf(record.message()));
        if (seen.size() > MAX_REMEMBERED) {
            seen.remove(seen.iterator().next());
        }
        return added;
    }

    private void forward(String except, MessageRecord record, Topic topic, ClockReading now) {
        for (Map.Entry<String, LinkOutlet> each : outlets.all().entrySet()) {
            String link = each.getKey();
            if (!link.equals(except)
                    && each.getValue().peers().stream()
                            .anyMatch(peer -> wants(new Neighbour(link, peer), record, topic))) {
                var _ = each.getValue().offer(record, topic, false, now);
            }
        }
    }

    private boolean wants(Neighbour neighbour, MessageRecord record, Topic topic) {
        return !record.hops().contains(neighbour.site())
                && site.table().interestOf(neighbour).contains(topic.id())
                && !site.table().reaches(neighbour, record.message().origin());
    }
}
