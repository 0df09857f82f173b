package org.c4igateway.wan.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.wan.route.RouteWorld.Site;
import org.junit.jupiter.api.Test;

/** Somebody in a site's domain, or a gateway that was taken over, makes up 100,000 names. */
class CrowdTest {
    private static final String LINK = "NORTH-SOUTH";
    private static final int NAMES = 100_000;

    private final RouteWorld world = new RouteWorld();
    private final Site north = world.addSite("NORTH");
    private final Site south = world.addSite("SOUTH");

    private void meet() {
        world.connect(LINK, "NORTH", "SOUTH");
        world.settle();
        world.pass(10, TimeUnit.SECONDS);
        world.settle();
    }

    private void announce(String name) {
        north.router.nodeAnnounced(new KmtfNode(name, 1, "", List.of(), "", KmtfNode.Database.UNKNOWN), world.now());
    }

    @Test
    void keepsTheNodesThatItKnowsWhenOthersAreMadeUp() {
        north.addNode("ALPHA");
        south.addNode("BRAVO");
        meet();
        world.greet(north, "ALPHA", south, "BRAVO");

        IntStream.range(0, NAMES).forEach(i -> announce("GHOST" + i));
        IntStream.range(0, NAMES).forEach(i -> announce("no name " + i));
        world.settle();
        north.wrote(world.message("ALPHA", 1, RouteWorld.RELIABLE, "BRAVO"));
        world.carry();

        assertThat(south.messages).extracting(KmtfMessage::origin).containsExactly("ALPHA");
        assertThat(south.announced).hasSize(4_096).containsKey("ALPHA");
        assertThat(north.discards).filteredOn("node ignored"::equals).hasSize(2 * NAMES - 4_095);
    }

    @Test
    void carriesMessagesOfManyOriginsAndReceiptsWithoutKeepingThem() {
        south.addNode("BRAVO");
        meet();
        world.pass(10, TimeUnit.SECONDS);

        for (int i = 0; i < NAMES; i++) {
            north.wrote(world.message("APP" + i, 1, RouteWorld.RELIABLE, "BRAVO"));
            world.carry();
        }

        assertThat(south.messages).hasSize(NAMES);
        assertThat(north.receipts).isEmpty();
        assertThat(List.of(north, south))
                .allSatisfy(site -> assertThat(site.discards).isEmpty());
    }
}
