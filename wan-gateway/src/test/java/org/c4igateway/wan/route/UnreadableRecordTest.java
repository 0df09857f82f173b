package org.c4igateway.wan.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.route.RouteWorld.Site;
import org.c4igateway.wan.route.site.Neighbour;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Records of a whole frame that say nothing, as of a gateway of another version. */
class UnreadableRecordTest extends RouterFixture {
    private final Site north = site("NORTH", "ALPHA");
    private final Site south = site("SOUTH", "BRAVO");

    @BeforeEach
    void meetAll() {
        meet("NORTH-SOUTH");
        world.pass(10, TimeUnit.SECONDS);
        world.settle();
    }

    private boolean come() {
        return south.router.arrived(
                new Neighbour("NORTH-SOUTH", "NORTH"), Precedence.ROUTINE, new byte[] {9, 9}, world.now());
    }

    @Test
    void giveTheRouteANewNumberBeforeAnythingElsePasses() {
        world.greet(north, "ALPHA", south, "BRAVO");
        String before = north.via("BRAVO");
        assertThat(come()).isFalse();

        write(north, "ALPHA", 8, "BRAVO");
        assertThat(south.sequences())
                .as("it is sent again behind what was lost")
                .isEmpty();
        world.settle();

        assertThat(north.via("BRAVO")).isNotEqualTo(before);
        assertThat(south.discards).contains("malformed");
    }

    @Test
    void changeTheRouteOnceAMinuteHoweverManyCome() {
        come();
        world.settle();
        String first = north.via("BRAVO");
        for (int i = 0; i < 10; i++) {
            come();
            world.settle();
            assertThat(north.via("BRAVO")).isEqualTo(first);
        }

        world.pass(1, TimeUnit.MINUTES);
        world.settle();

        String second = north.via("BRAVO");
        assertThat(second).as("what was lost meanwhile").isNotEqualTo(first);
        world.pass(2, TimeUnit.MINUTES);
        world.settle();
        assertThat(north.via("BRAVO")).isEqualTo(second);
    }
}
