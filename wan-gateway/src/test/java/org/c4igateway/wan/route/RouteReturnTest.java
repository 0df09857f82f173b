package org.c4igateway.wan.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.dds.transport.presence.Greeting;
import org.c4igateway.wan.route.RouteWorld.Site;
import org.c4igateway.wan.route.site.Neighbour;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three sites, each joined to each: a link that is away for a moment makes a detour, and then the way before again. */
class RouteReturnTest extends RouterFixture {
    private Site north;
    private Site south;

    @BeforeEach
    void meet() {
        north = site("NORTH", "ALPHA");
        south = site("SOUTH", "BRAVO");
        site("WEST", "CHARLIE");
        meet("NORTH-SOUTH", "NORTH-WEST", "SOUTH-WEST");
        world.greet(north, "ALPHA", south, "BRAVO");
    }

    private void away(Site site, String link, String peer) {
        site.router.down(new Neighbour(link, peer), world.now());
    }

    private void back(Site site, String link, String peer) {
        site.router.up(new Neighbour(link, peer), world.now());
    }

    private static List<Greeting> again(List<KmtfReceipt> receipts) {
        return receipts.stream()
                .filter(Greeting::isGreeting)
                .map(Greeting::fromWire)
                .filter(greeting -> greeting.kind() == Greeting.Kind.AGAIN)
                .toList();
    }

    @Test
    void letsNothingOvertakeWhatFoundNoWayMeanwhile() {
        write(north, "ALPHA", 1, "BRAVO");
        away(north, "NORTH-SOUTH", "SOUTH");
        write(north, "ALPHA", 2, "BRAVO");
        back(north, "NORTH-SOUTH", "SOUTH");
        write(north, "ALPHA", 3, "BRAVO");

        assertThat(south.sequences()).containsExactly(1L);
        assertThat(again(north.receipts)).singleElement().satisfies(again -> {
            assertThat(again.from()).isEqualTo(new SystemName("BRAVO"));
            assertThat(again.sender()).isEqualTo(north.incarnation("ALPHA"));
        });

        world.greet(north, "ALPHA", south, "BRAVO");
        write(north, "ALPHA", 2, "BRAVO");
        write(north, "ALPHA", 3, "BRAVO");
        assertThat(south.sequences()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void tellsTheOriginOfAnotherSiteAsWell() {
        world.addSite("EAST").addNode("DELTA");
        meet("EAST-NORTH");
        Site east = world.site("EAST");
        world.greet(east, "DELTA", south, "BRAVO");
        write(east, "DELTA", 1, "BRAVO");
        away(north, "NORTH-SOUTH", "SOUTH");
        write(east, "DELTA", 2, "BRAVO");
        back(north, "NORTH-SOUTH", "SOUTH");
        write(east, "DELTA", 3, "BRAVO");

        assertThat(south.sequences()).containsExactly(1L);
        assertThat(again(east.receipts)).hasSize(1);

        world.greet(east, "DELTA", south, "BRAVO");
        write(east, "DELTA", 2, "BRAVO");
        write(east, "DELTA", 3, "BRAVO");
        assertThat(south.sequences()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void asksForNothingWhileTheDetourLasts() {
        away(north, "NORTH-SOUTH", "SOUTH");
        write(north, "ALPHA", 1, "BRAVO");
        world.settle();
        assertThat(again(north.receipts))
                .as("the new way is announced; nobody need ask")
                .isEmpty();

        world.greet(north, "ALPHA", south, "BRAVO");
        write(north, "ALPHA", 1, "BRAVO");
        assertThat(south.sequences()).containsExactly(1L);
    }
}
