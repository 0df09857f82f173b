package org.c4igateway.wan.link;

import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.link.record.DeliveryOptions;
import org.c4igateway.wan.link.record.StreamKey;
import org.c4igateway.wan.link.settings.LinkSettings;

/** Ends of links over a simulated line, in virtual time. */
abstract class LinkEngineFixture {
    static final long MILLI = 1_000_000;
    static final long SECOND = 1_000 * MILLI;
    static final long ROUND_TRIP = 20 * MILLI;

    final SimWorld world = new SimWorld(1);

    SimSite site(String name, long bitsPerSecond) {
        return world.site(name, LinkSettings.at(bitsPerSecond));
    }

    void link(SimSite one, SimSite other) {
        world.connect(one, other, ROUND_TRIP / 2);
        world.connect(other, one, ROUND_TRIP / 2);
    }

    SimItem offer(SimSite site, Precedence precedence, int size) {
        return offer(site, precedence, size, "T", DeliveryOptions.reliable(Long.MAX_VALUE));
    }

    SimItem offer(SimSite site, Precedence precedence, int size, String topic, DeliveryOptions deliveryOptions) {
        SimItem item =
                world.item(size, new SimItem.Template(precedence, new StreamKey("ALPHA", topic), deliveryOptions));
        site.offer(item);
        return item;
    }

    void run(long nanos) {
        world.runUntil(world.time.nowNanos() + nanos);
    }

    static List<Long> arrivalsAt(SimSite site) {
        return site.arrivals.stream().map(arrival -> arrival.item().item.id()).toList();
    }
}
