package org.c4igateway.wan.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dds.transport.presence.Greeting;
import org.c4igateway.wan.route.RouteWorld.Site;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A gateway whose reader lacks messages of its site's domain that their writer has given up. */
class MissingMessagesTest {
    private final RouteWorld world = new RouteWorld();
    private final Site north = world.addSite("NORTH").addNode("ALPHA");
    private final Site south = world.addSite("SOUTH").addNode("BRAVO").addNode("CHARLIE");

    @BeforeEach
    void meet() {
        world.connect("NORTH-SOUTH", "NORTH", "SOUTH");
        world.settle();
        world.greet(north, "ALPHA", south, "BRAVO");
    }

    private void write(long sequence, String... destinations) {
        north.wrote(world.message("ALPHA", sequence, RouteWorld.RELIABLE, destinations));
        world.carry();
    }

    private List<Greeting> said() {
        return north.receipts.stream()
                .filter(Greeting::isGreeting)
                .map(Greeting::fromWire)
                .filter(greeting -> greeting.kind() == Greeting.Kind.AGAIN)
                .toList();
    }

    @Test
    void holdsBackWhatFollowsUntilTheOriginBeginsAnew() {
        write(1, "BRAVO");
        long now = world.now().epochNanos();

        north.router.missing("ALPHA", now, now);
        write(3, "BRAVO");

        assertThat(south.sequences()).containsExactly(1L);
        assertThat(said()).singleElement().satisfies(again -> {
            assertThat(again.from()).hasToString("BRAVO");
            assertThat(again.to()).hasToString("ALPHA");
            assertThat(again.incarnation()).isEqualTo(south.incarnation("BRAVO"));
            assertThat(again.sender()).isEqualTo(north.incarnation("ALPHA"));
        });
        world.greet(north, "ALPHA", south, "BRAVO");
        write(2, "BRAVO");
        write(3, "BRAVO");
        assertThat(south.sequences()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void missesNothingFromBeforeTheGreeting() {
        long now = world.now().epochNanos();

        north.router.missing("ALPHA", now - 1_000_000_000, now);
        write(1, "BRAVO");

        assertThat(south.sequences()).containsExactly(1L);
        assertThat(said()).isEmpty();
    }

    @Test
    void asksForEachReceiverAlone() {
        world.greet(north, "ALPHA", south, "CHARLIE");
        write(1, "BRAVO", "CHARLIE");
        long now = world.now().epochNanos();
        north.router.missing("ALPHA", now, now);

        write(2, "CHARLIE");
        world.greet(north, "ALPHA", south, "CHARLIE");
        write(2, "BRAVO", "CHARLIE");

        assertThat(said()).extracting(again -> again.from().value()).containsExactly("CHARLIE", "BRAVO");
        assertThat(south.messages)
                .extracting(message -> message.destinations() + " " + message.sequence())
                .containsExactly("[BRAVO, CHARLIE] 1", "[CHARLIE] 2");
    }

    @Test
    void carriesWhatAFarReceiverMissesToTheOrigin() {
        Greeting again = new Greeting(
                new SystemName("BRAVO"),
                new SystemName("ALPHA"),
                Greeting.Kind.AGAIN,
                south.incarnation("BRAVO"),
                north.incarnation("ALPHA"),
                world.now().epochNanos());

        world.hear(south, again);

        assertThat(said()).containsExactly(again);
    }
}
