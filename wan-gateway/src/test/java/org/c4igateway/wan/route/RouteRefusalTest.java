package org.c4igateway.wan.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.message.LabelList;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.route.RouteWorld.Site;
import org.c4igateway.wan.route.outlet.LinkPolicy;
import org.junit.jupiter.api.Test;

/** What is not carried, and what its origin is told. */
class RouteRefusalTest extends RouterFixture {
    @Test
    void dropsARepetitionOfWhatTheLinkStillHas() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO");
        meet("NORTH-SOUTH");
        world.greet(north, "ALPHA", south, "BRAVO");
        world.wire("NORTH-SOUTH", "NORTH").cut = true;

        write(north, "ALPHA", 1, "BRAVO");
        write(north, "ALPHA", 1, "BRAVO");
        world.wire("NORTH-SOUTH", "NORTH").cut = false;
        world.carry();
        assertThat(south.sequences()).containsExactly(1L);
        assertThat(north.discards).containsExactly("repeated");

        write(north, "ALPHA", 1, "BRAVO");
        assertThat(south.sequences())
                .as("the first may have been lost over there")
                .containsExactly(1L, 1L);
    }

    @Test
    void letsTheRepetitionPassWhenTheReceiverWillRefuseTheFirst() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO");
        meet("NORTH-SOUTH");
        world.greet(north, "ALPHA", south, "BRAVO");
        world.wire("NORTH-SOUTH", "NORTH").cut = true;
        write(north, "ALPHA", 1, "BRAVO");
        north.announce("ALPHA", 99, "");

        world.greet(north, "ALPHA", south, "BRAVO");
        write(north, "ALPHA", 1, "BRAVO");
        world.wire("NORTH-SOUTH", "NORTH").cut = false;
        world.carry();

        assertThat(south.sequences()).containsExactly(1L);
        assertThat(north.discards).containsExactly("sent_again");
    }

    @Test
    void tellsTheOriginWhatPolicyKeepsBack() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO");
        LinkPolicy policy = new LinkPolicy(Set.of(), Set.of(RouteWorld.RELIABLE.id()), Map.of(), LabelList.ALL);
        world.connect("NORTH-SOUTH", policy, "NORTH", "SOUTH");
        world.settle();
        world.greet(north, "ALPHA", south, "BRAVO");

        write(north, "ALPHA", 5, "BRAVO");

        assertThat(south.messages).isEmpty();
        assertThat(north.receipts).singleElement().satisfies(receipt -> {
            assertThat(receipt.receiver()).isEqualTo("BRAVO");
            assertThat(receipt.rejected()).containsExactly(5);
            assertThat(receipt.reasons()).containsExactly("GW-207 link NORTH-SOUTH of NORTH: blocked");
        });
        assertThat(north.announced.get("BRAVO")).satisfies(node -> {
            assertThat(node.topics()).hasSize(269);
            assertThat(node.catalogueHash()).isEmpty();
        });
    }

    @Test
    void keepsBackWhatIsNotReleasedToTheLinkAndTellsTheOrigin() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO");
        LinkPolicy policy = new LinkPolicy(Set.of(), Set.of(), Map.of(), new LabelList(List.of("OPEN", "PUBLIC*")));
        world.connect("NORTH-SOUTH", policy, "NORTH", "SOUTH");
        world.settle();
        world.greet(north, "ALPHA", south, "BRAVO");

        write(north, "ALPHA", 5, "BRAVO");
        north.wrote(world.message("ALPHA", 6, RouteWorld.PERIODIC, "BRAVO"));
        world.carry();

        assertThat(south.messages).isEmpty();
        assertThat(north.discards).containsExactly("not_released", "not_released");
        assertThat(north.receipts)
                .as("nobody waits for a receipt of a periodic topic")
                .singleElement()
                .satisfies(receipt -> {
                    assertThat(receipt.rejected()).containsExactly(5);
                    assertThat(receipt.reasons())
                            .containsExactly("GW-323 link NORTH-SOUTH of NORTH: label 'EXERCISE' is not released");
                });
    }

    @Test
    void carriesOnlyWhatHasAReleasedLabel() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO");
        LinkPolicy policy = new LinkPolicy(Set.of(), Set.of(), Map.of(), new LabelList(List.of("EXER*")));
        world.connect("NORTH-SOUTH", policy, "NORTH", "SOUTH");
        world.settle();
        world.greet(north, "ALPHA", south, "BRAVO");

        write(north, "ALPHA", 5, "BRAVO");

        assertThat(south.sequences()).containsExactly(5L);
        assertThat(north.discards).isEmpty();
    }

    @Test
    void capsTheRateOfATopic() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO");
        LinkPolicy policy = new LinkPolicy(Set.of(), Set.of(), Map.of(RouteWorld.PERIODIC.id(), 2.0), LabelList.ALL);
        world.connect("NORTH-SOUTH", policy, "NORTH", "SOUTH");
        world.settle();
        world.greet(north, "ALPHA", south, "BRAVO");

        for (int i = 1; i <= 4; i++) {
            north.wrote(world.message("ALPHA", i, RouteWorld.PERIODIC, "BRAVO"));
            world.carry();
        }
        world.pass(1, TimeUnit.SECONDS);
        north.wrote(world.message("ALPHA", 5, RouteWorld.PERIODIC, "BRAVO"));
        world.carry();

        assertThat(south.sequences()).containsExactly(1L, 2L, 5L);
        assertThat(north.receipts)
                .as("nobody waits for receipts of a periodic topic")
                .isEmpty();
    }

    @Test
    void tellsTheOriginWhatTheLinkGaveUp() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO");
        meet("NORTH-SOUTH");
        world.greet(north, "ALPHA", south, "BRAVO");
        world.wire("NORTH-SOUTH", "NORTH").cut = true;
        write(north, "ALPHA", 1, "BRAVO");
        write(north, "ALPHA", 2, "BRAVO");

        world.wire("NORTH-SOUTH", "NORTH").end(RecordOutcome.EXPIRED);
        world.wire("NORTH-SOUTH", "NORTH").end(RecordOutcome.DROPPED_FOR_ROOM);

        assertThat(north.receipts)
                .as("of the first an earlier copy may have arrived; ALPHA asks when it sees that it has expired")
                .extracting(receipt ->
                        receipt.rejected()[0] + " " + receipt.reasons().getFirst())
                .containsExactly("2 GW-208 link NORTH-SOUTH of NORTH: DROPPED_FOR_ROOM");
    }

    @Test
    void takesRefusalsOfAHubBackToTheOrigin() {
        Site west = site("WEST", "ALPHA");
        site("HUB");
        Site east = site("EAST", "BRAVO");
        meet("WEST-HUB", "HUB-EAST");
        world.settle();
        world.greet(west, "ALPHA", east, "BRAVO");
        world.wire("HUB-EAST", "HUB").cut = true;
        write(west, "ALPHA", 1, "BRAVO");

        world.wire("HUB-EAST", "HUB").end(RecordOutcome.DROPPED_FOR_ROOM);
        world.carry();

        assertThat(west.receipts).singleElement().satisfies(receipt -> {
            assertThat(receipt.receiver()).isEqualTo("BRAVO");
            assertThat(receipt.rejected()).containsExactly(1);
        });
    }
}
