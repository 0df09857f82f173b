package org.c4igateway.wan.route;

import java.util.concurrent.TimeUnit;
import org.c4igateway.wan.route.RouteWorld.Site;
import org.c4igateway.wan.route.site.Neighbour;
import org.junit.jupiter.api.BeforeEach;

/** NORTH has the node ALPHA and the application APP, which is no node; SOUTH has the node BRAVO. */
abstract class JournalRoutingFixture {
    static final String LINK = "NORTH-SOUTH";

    final RouteWorld world = new RouteWorld();
    Site north = world.addSite("NORTH");
    final Site south = world.addSite("SOUTH");

    @BeforeEach
    void meet() {
        north.addNode("ALPHA");
        south.addNode("BRAVO");
        world.journals = true;
        world.connect(LINK, "NORTH", "SOUTH");
        world.settle();
        world.pass(10, TimeUnit.SECONDS);
        world.settle();
    }

    HeapJournal journal(String site) {
        return (HeapJournal) world.wire(LINK, site).journal;
    }

    void outage() {
        world.wire(LINK, "NORTH").cut = true;
        world.wire(LINK, "SOUTH").cut = true;
        north.router.down(new Neighbour(LINK, "SOUTH"), world.now());
        south.router.down(new Neighbour(LINK, "NORTH"), world.now());
        world.settle();
    }

    void write(String origin, long... sequences) {
        for (long sequence : sequences) {
            north.wrote(world.message(origin, sequence, RouteWorld.RELIABLE, "BRAVO"));
            world.pass(1, TimeUnit.MILLISECONDS);
        }
        world.carry();
    }

    void restartNorth() {
        north = world.restart("NORTH");
        world.settle();
    }
}
