package org.c4igateway.wan.route;

import org.c4igateway.wan.route.RouteWorld.Site;

/** Sites with gateways that are joined by links, in virtual time. */
abstract class RouterFixture {
    final RouteWorld world = new RouteWorld();

    Site site(String name, String... systems) {
        Site site = world.addSite(name);
        for (String system : systems) {
            site.addNode(system);
        }
        return site;
    }

    void meet(String... links) {
        for (String link : links) {
            world.connect(link, link.split("-"));
        }
        world.settle();
    }

    void write(Site site, String origin, long sequence, String... destinations) {
        site.wrote(world.message(origin, sequence, RouteWorld.RELIABLE, destinations));
        world.carry();
    }
}
