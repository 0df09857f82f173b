package org.c4igateway.wan.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.message.ContentQuestion;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.wan.route.RouteWorld.Site;
import org.c4igateway.wan.route.site.Neighbour;
import org.junit.jupiter.api.Test;

/** Messages, broadcasts and receipts across sites. */
class RouterTest extends RouterFixture {
    @Test
    void announcesSystemsOfOtherSitesInTheirNames() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO", "CHARLIE");

        meet("NORTH-SOUTH");

        assertThat(north.announced).containsOnlyKeys("BRAVO", "CHARLIE");
        assertThat(south.announced).containsOnlyKeys("ALPHA");
        assertThat(north.announced.get("BRAVO")).satisfies(node -> {
            assertThat(node.incarnation()).isEqualTo(south.incarnation("BRAVO"));
            assertThat(node.catalogueHash()).isEqualTo(RouteWorld.CATALOGUE.contentHash());
            assertThat(node.topics()).hasSize(270);
            assertThat(node.via()).startsWith("NORTH ");
        });
    }

    @Test
    void carriesAMessageOnceToTheSitesItIsFor() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO", "CHARLIE");
        Site east = site("EAST", "DELTA");
        meet("NORTH-SOUTH", "NORTH-EAST");
        world.greet(north, "ALPHA", south, "BRAVO");
        world.greet(north, "ALPHA", south, "CHARLIE");
        KmtfMessage message = world.message("ALPHA", 1, RouteWorld.RELIABLE, "BRAVO", "CHARLIE");

        north.router.fromLan(message, world.now().epochNanos() + 5, world.now());
        world.carry();

        assertThat(south.messages).containsExactly(message);
        assertThat(south.sourceNanos).containsExactly(world.now().epochNanos() + 5);
        assertThat(east.messages).isEmpty();
        assertThat(north.messages).isEmpty();
    }

    /** One of its destinations is refused here, so that the message is written with fewer. */
    @Test
    void carriesWhichRowAMessageRepeats() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO", "CHARLIE");
        meet("NORTH-SOUTH");
        world.greet(north, "ALPHA", south, "BRAVO");
        KmtfMessage row = world.message("ALPHA", 7, RouteWorld.RELIABLE, "BRAVO", "CHARLIE");
        KmtfMessage repetition = new KmtfMessage(
                row.origin(),
                row.subject(),
                row.sequence(),
                row.topicId(),
                row.precedence(),
                row.createdNanos(),
                row.expiresNanos(),
                KmtfMessage.NONE_BEFORE,
                Long.MAX_VALUE,
                row.label(),
                row.destinations(),
                row.payload());

        north.router.fromLan(repetition, world.now().epochNanos() + 5, world.now());
        world.carry();

        assertThat(south.messages)
                .containsExactly(repetition.to(List.of("BRAVO")).following(0));
    }

    @Test
    void takesReceiptsBackToTheOrigin() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO");
        meet("NORTH-SOUTH");
        KmtfReceipt receipt = new KmtfReceipt("BRAVO", "ALPHA", new long[] {1, 9}, new long[0], List.of());

        south.router.fromLan(receipt, 7, world.now());
        world.carry();

        assertThat(north.receipts).containsExactly(receipt);
        assertThat(south.receipts).isEmpty();
    }

    @Test
    void reachesSystemsBehindAHub() {
        Site west = site("WEST", "ALPHA");
        site("HUB", "HOTEL");
        Site east = site("EAST", "BRAVO");
        meet("WEST-HUB", "HUB-EAST");
        world.settle();
        world.greet(west, "ALPHA", east, "BRAVO");

        write(west, "ALPHA", 1, "BRAVO");

        assertThat(west.announced).containsOnlyKeys("BRAVO", "HOTEL");
        assertThat(east.sequences()).containsExactly(1L);
        assertThat(world.site("HUB").messages).isEmpty();
    }

    @Test
    void prefersTheShorterWayAndTakesTheOtherWhenItFails() {
        Site west = site("WEST", "ALPHA");
        site("HUB");
        Site east = site("EAST", "BRAVO");
        meet("WEST-HUB", "HUB-EAST", "WEST-EAST");
        world.settle();
        String before = west.via("BRAVO");
        world.wire("WEST-EAST", "WEST").cut = true;
        west.router.down(new Neighbour("WEST-EAST", "EAST"), world.now());
        world.settle();

        assertThat(west.via("BRAVO")).isNotEqualTo(before);
        world.greet(west, "ALPHA", east, "BRAVO");
        write(west, "ALPHA", 1, "BRAVO");
        assertThat(east.sequences()).containsExactly(1L);
    }

    @Test
    void carriesTheQuestionAboutAnExpiredRow() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO");
        meet("NORTH-SOUTH");
        world.greet(north, "ALPHA", south, "BRAVO");
        KmtfMessage row = world.message("ALPHA", 3, RouteWorld.RELIABLE, "BRAVO");
        KmtfMessage question = new KmtfMessage(
                row.origin(),
                "",
                row.sequence(),
                row.topicId(),
                row.precedence(),
                row.createdNanos(),
                0,
                ContentQuestion.LABEL,
                row.destinations(),
                new byte[Long.BYTES]);

        world.wire("NORTH-SOUTH", "NORTH").cut = true;
        north.wrote(question);

        assertThat(world.wire("NORTH-SOUTH", "NORTH").waiting)
                .as("the link does not let it expire")
                .noneMatch(item -> item.isExpired(world.now().nanos()));
        world.wire("NORTH-SOUTH", "NORTH").cut = false;
        world.carry();
        assertThat(south.sequences()).containsExactly(3L);
        assertThat(north.receipts).isEmpty();
    }

    @Test
    void broadcastsOnceToEachSiteOfARing() {
        Site[] ring = {site("A", "ALPHA"), site("B", "BRAVO"), site("C", "CHARLIE"), site("D", "DELTA")};
        meet("A-B", "B-C", "C-D", "D-A");
        world.settle();

        ring[0].wrote(world.message("ALPHA", 1, RouteWorld.RELIABLE));
        world.carry();

        for (int i = 1; i < 4; i++) {
            assertThat(ring[i].sequences()).as("site %d", i).containsExactly(1L);
        }
        assertThat(ring[0].messages).isEmpty();
    }

    @Test
    void returnsReceiptsToApplicationsThatAreNoNodes() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO");
        meet("NORTH-SOUTH");
        world.pass(10, TimeUnit.SECONDS);

        write(north, "PYTHON", 1, "BRAVO");
        assertThat(south.sequences()).containsExactly(1L);

        KmtfReceipt receipt = new KmtfReceipt("BRAVO", "PYTHON", new long[] {1, 1}, new long[0], List.of());
        south.router.fromLan(receipt, 7, world.now());
        world.carry();
        assertThat(north.receipts).containsExactly(receipt);
    }

    @Test
    void reachesAllWhoHearTheSameStreamOnceAndForwardsByOne() {
        Site west = site("WEST", "ALPHA");
        site("HUB1", "HOTEL");
        site("HUB2", "INDIA");
        Site east = site("EAST", "BRAVO");
        world.connect("GROUP", "WEST", "HUB1", "HUB2");
        world.connect("HUB1-EAST", "HUB1", "EAST");
        world.connect("HUB2-EAST", "HUB2", "EAST");
        world.settle();
        world.settle();
        world.greet(west, "ALPHA", east, "BRAVO");
        world.greet(west, "ALPHA", world.site("HUB1"), "HOTEL");

        write(west, "ALPHA", 1, "BRAVO", "HOTEL");

        assertThat(east.sequences()).containsExactly(1L);
        assertThat(world.site("HUB1").sequences()).containsExactly(1L);
        assertThat(world.site("HUB2").messages).isEmpty();
    }

    @Test
    void countsWhatIsNoRecord() {
        Site north = site("NORTH", "ALPHA");
        site("SOUTH", "BRAVO");
        meet("NORTH-SOUTH");

        north.router.arrived(
                new Neighbour("NORTH-SOUTH", "SOUTH"), Precedence.FLASH, new byte[] {1, 2, 3}, world.now());

        assertThat(north.discards).containsExactly("malformed");
    }
}
