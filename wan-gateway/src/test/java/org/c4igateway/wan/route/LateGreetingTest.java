package org.c4igateway.wan.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.c4igateway.dds.transport.presence.Greeting;
import org.c4igateway.wan.route.RouteWorld.Site;
import org.c4igateway.wan.route.site.Neighbour;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** HELLOs that come later than what their sender wrote after them. Two topics of DDS keep no order with each other. */
class LateGreetingTest {
    private final RouteWorld world = new RouteWorld();
    private final Site north = world.addSite("NORTH").addNode("ALPHA");
    private final Site south = world.addSite("SOUTH").addNode("BRAVO");

    @BeforeEach
    void meet() {
        world.connect("LINK", "NORTH", "SOUTH");
        world.settle();
    }

    private void write(long sequence) {
        world.pass(1, TimeUnit.MILLISECONDS);
        north.wrote(world.message("ALPHA", sequence, RouteWorld.RELIABLE, "BRAVO"));
        world.carry();
    }

    private void changeTheWay() {
        north.router.broken(new Neighbour("LINK", "SOUTH"), world.now());
        world.settle();
    }

    private Greeting hello() {
        return world.hello(north, "ALPHA", south, "BRAVO");
    }

    private void greet() {
        world.greet(north, "ALPHA", south, "BRAVO");
    }

    @Test
    void doesNotOpenTheWayForWhatFollowsAMessageThatWasKeptBack() {
        Greeting repeated = hello();
        greet();
        changeTheWay();
        write(1);

        world.hear(north, repeated);
        write(2);
        assertThat(south.sequences()).as("2 may not arrive ahead of 1").isEmpty();

        greet();
        write(1);
        write(2);
        assertThat(south.sequences()).containsExactly(1L, 2L);
    }

    @Test
    void doesNotOpenTheWayAtAGatewayThatWasStartedSince() {
        Greeting repeated = hello();
        greet();
        Site restarted = world.restart("NORTH");
        world.answer("LINK");
        world.settle();
        restarted.wrote(world.message("ALPHA", 1, RouteWorld.RELIABLE, "BRAVO"));

        world.hear(restarted, repeated);
        world.pass(1, TimeUnit.MILLISECONDS);
        restarted.wrote(world.message("ALPHA", 2, RouteWorld.RELIABLE, "BRAVO"));
        world.carry();

        assertThat(south.sequences()).isEmpty();
    }

    @Test
    void isNoneWhenItIsOfANewStartWhoseClockWasSetBack() {
        world.wallAheadNanos = TimeUnit.HOURS.toNanos(1);
        greet();
        changeTheWay();
        write(1);

        world.wallAheadNanos = 0;
        north.announce("ALPHA", 99, "");
        greet();
        write(1);

        assertThat(south.sequences()).containsExactly(1L);
    }

    @Test
    void doesNotKeepANodeAwayForLongThatWroteWithATimeThatNeverComes() {
        world.wallAheadNanos = TimeUnit.DAYS.toNanos(10_000);
        write(1);
        world.wallAheadNanos = 0;
        greet();
        write(2);
        assertThat(south.sequences()).isEmpty();

        world.pass(11, TimeUnit.SECONDS);
        world.settle();
        greet();
        write(3);

        assertThat(south.sequences()).containsExactly(3L);
    }

    @Test
    void doesNotKeepANodeAwayInWhoseNameSomebodyWritesWithSuchATimeAllTheWhile() {
        for (int second = 0; second < 65; second += 5) {
            world.wallAheadNanos = TimeUnit.DAYS.toNanos(10_000);
            write(1);
            world.wallAheadNanos = 0;
            greet();
            world.pass(5, TimeUnit.SECONDS);
            world.settle();
        }
        write(2);

        assertThat(south.sequences()).contains(2L);
    }
}
