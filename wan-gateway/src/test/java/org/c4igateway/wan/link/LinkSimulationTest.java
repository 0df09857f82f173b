package org.c4igateway.wan.link;

import java.util.HashMap;
import java.util.Map;
import org.c4igateway.wan.Seeds;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.link.record.StreamKey;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Many lives of a link on virtual time. A failure names its seed; {@code -Dsimulation.seed=N} runs that one alone,
 * {@code -Dc4i.sim.seeds=N} runs more.
 */
@Tag("slow")
class LinkSimulationTest {
    private static final int SEEDS = Integer.getInteger("c4i.sim.seeds", 200);

    @Test
    void everyRecordEndsOnceInOrderWhateverHappens() {
        Seeds.of(SEEDS, 20).forEach(LinkSimulationTest::live);
    }

    static void live(long seed) {
        LinkLife life = new LinkLife(seed);
        try {
            life.run();
            life.world.items.values().forEach(item -> checkArrivals(life, item));
            life.world.sites.forEach(LinkSimulationTest::checkOrder);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(
                    "seed " + seed + " (" + life + ", at " + life.now() + " ns): " + e.getMessage(), e);
        }
    }

    private static void checkArrivals(LinkLife life, SimItem item) {
        SimSite from = life.siteThatOffered(item);
        if (from == null || item.ending == null) {
            throw new AssertionError("record " + item.item.id() + " did not end");
        }
        boolean reliable = item.item.reliable();
        if ((item.ending == RecordOutcome.ACKED && !reliable) || (item.ending == RecordOutcome.SENT && reliable)) {
            throw new AssertionError("record " + item.item.id() + " ended wrongly: " + item.ending);
        }
        if (!EndingCause.isThere(life, from, item)) {
            throw new AssertionError("record " + item.item.id() + " ended without a cause: " + item.ending);
        }
        for (String peer : from.peers) {
            int times = item.arrivalsAt(peer);
            if (item.ending == RecordOutcome.ACKED && times == 0) {
                throw new AssertionError("record " + item.item.id() + " did not arrive at " + peer);
            }
            if (times > 1 && !life.restarts) {
                throw new AssertionError("record " + item.item.id() + " arrived " + times + " times at " + peer);
            }
        }
    }

    /** Within a session of both ends, records of a stream come in the order of offering, each once. */
    private static void checkOrder(SimSite site) {
        Map<Order, Long> last = new HashMap<>();
        for (SimSite.Arrival arrival : site.arrivals) {
            LinkItem item = arrival.item().item;
            if (item.handling().subject().isPresent()) {
                continue;
            }
            Order order = new Order(
                    arrival.from(),
                    arrival.senderSession(),
                    arrival.ownSession(),
                    item.stream(),
                    item.precedence().code());
            long before = last.getOrDefault(order, -1L);
            if (item.id() <= before) {
                throw new AssertionError("record " + item.id() + " came after " + before + " at " + site.name);
            }
            last.put(order, item.id());
        }
    }

    private record Order(String from, long senderSession, long ownSession, StreamKey stream, int precedence) {}
}
