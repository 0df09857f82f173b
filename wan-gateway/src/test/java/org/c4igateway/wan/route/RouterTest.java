package org.c4igateway.wan.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.ContentQuestion;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.route.RouteWorld.Site;
import org.c4igateway.wan.route.outlet.LinkPolicy;
import org.c4igateway.wan.route.site.Neighbour;
import org.junit.jupiter.api.Test;

class RouterTest {
    private final RouteWorld world = new RouteWorld();

    private Site site(String name, String... systems) {
        Site site = world.addSite(name);
        for (String system : systems) {
            site.addNode(system);
        }
        return site;
    }

    private void meet(String... links) {
        for (String link : links) {
            world.connect(link, link.split("-"));
        }
        world.settle();
    }

    private void write(Site site, String origin, long sequence, String... destinations) {
        site.wrote(world.message(origin, sequence, RouteWorld.RELIABLE, destinations));
        world.carry();
    }

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
    void hearsASenderThatHasRestartedWithItsClockSetBack() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO");
        world.wallAheadNanos = TimeUnit.HOURS.toNanos(1);
        meet("NORTH-SOUTH");
        world.greet(north, "ALPHA", south, "BRAVO");
        write(north, "ALPHA", 1, "BRAVO");

        world.wallAheadNanos = 0;
        north.announce("ALPHA", 12_345, "");
        world.settle();
        world.greet(north, "ALPHA", south, "BRAVO");
        write(north, "ALPHA", 2, "BRAVO");

        assertThat(south.sequences()).containsExactly(1L, 2L);
    }

    @Test
    void lastsOutAGreetingWithATimeThatNeverComes() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO");
        meet("NORTH-SOUTH");
        world.wallAheadNanos = TimeUnit.DAYS.toNanos(10_000);
        world.greet(north, "ALPHA", south, "BRAVO");
        world.wallAheadNanos = 0;

        for (long second = 0; second < 20; second += 5) {
            write(north, "ALPHA", second, "BRAVO");
            world.pass(5, TimeUnit.SECONDS);
            world.settle();
        }
        assertThat(south.router.notAdmitted()).isZero();
        assertThat(north.router.alarms()).singleElement().satisfies(alarm -> {
            assertThat(alarm.code()).isEqualTo(ErrorCode.NOT_ADMITTED);
            assertThat(alarm.detail()).contains("ALPHA to BRAVO");
        });
        world.pass(60, TimeUnit.SECONDS);
        world.settle();
        write(north, "ALPHA", 100, "BRAVO");

        assertThat(north.router.alarms()).isEmpty();
        assertThat(south.router.notAdmitted()).as("the next gateway on the way").isPositive();
    }

    @Test
    void keepsMessagesOfNodesBackUntilTheyGreetOverThePresentWay() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO");
        meet("NORTH-SOUTH");

        write(north, "ALPHA", 1, "BRAVO");
        assertThat(south.messages).isEmpty();

        world.greet(north, "ALPHA", south, "BRAVO");
        write(north, "ALPHA", 2, "BRAVO");
        assertThat(south.sequences()).containsExactly(2L);

        north.router.broken(new Neighbour("NORTH-SOUTH", "SOUTH"), world.now());
        world.settle();
        write(north, "ALPHA", 3, "BRAVO");
        assertThat(south.sequences()).as("may follow something that was lost").containsExactly(2L);
    }

    @Test
    void takesBackWhatIsUnderwayWhenTheOtherEndBeganAnew() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO");
        meet("NORTH-SOUTH");
        world.greet(north, "ALPHA", south, "BRAVO");
        String before = north.via("BRAVO");
        world.wire("NORTH-SOUTH", "NORTH").cut = true;
        write(north, "ALPHA", 1, "BRAVO");

        north.router.broken(new Neighbour("NORTH-SOUTH", "SOUTH"), world.now());
        world.wire("NORTH-SOUTH", "NORTH").cut = false;
        world.settle();

        assertThat(south.messages).isEmpty();
        assertThat(north.discards).containsExactly("sent_again");
        assertThat(north.via("BRAVO")).isNotEqualTo(before);
        assertThat(north.receipts).as("the origin sends it again by itself").isEmpty();
    }

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
        LinkPolicy policy = new LinkPolicy(Set.of(), Set.of(RouteWorld.RELIABLE.id()), Map.of());
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
    void capsTheRateOfATopic() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO");
        LinkPolicy policy = new LinkPolicy(Set.of(), Set.of(), Map.of(RouteWorld.PERIODIC.id(), 2.0));
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
    void leavesASystemToTheGatewayWithTheLowerNameUntilThatIsGone() {
        Site north = site("NORTH", "ALPHA");
        site("SOUTH", "BRAVO");
        meet("NORTH-SOUTH");
        assertThat(north.announced).containsOnlyKeys("BRAVO");

        north.announce("BRAVO", 7, "MIDDLE 1");
        world.settle();
        write(north, "ALPHA", 1, "BRAVO");
        assertThat(north.router).isNotNull();
        assertThat(world.site("SOUTH").messages).isEmpty();

        north.announced.clear();
        north.router.nodeGone("BRAVO", world.now());
        world.settle();
        assertThat(north.announced).containsOnlyKeys("BRAVO");
    }

    @Test
    void doesNotAnnounceWhoIsHere() {
        Site north = site("NORTH", "ALPHA", "BRAVO");
        site("SOUTH", "BRAVO");

        meet("NORTH-SOUTH");

        assertThat(north.announced).isEmpty();
    }

    @Test
    void forgetsSystemsBehindANeighbourThatIsAwayForTooLong() {
        Site north = site("NORTH", "ALPHA");
        site("SOUTH", "BRAVO");
        meet("NORTH-SOUTH");
        north.router.down(new Neighbour("NORTH-SOUTH", "SOUTH"), world.now());
        world.settle();
        assertThat(north.announced).as("held for a while").containsOnlyKeys("BRAVO");

        world.pass(2, TimeUnit.HOURS);
        world.settle();

        assertThat(north.announced).isEmpty();
    }

    @Test
    void beginsANewWayWhenTheDomainDropsMessages() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO");
        meet("NORTH-SOUTH");
        world.greet(north, "ALPHA", south, "BRAVO");
        String before = north.via("BRAVO");

        south.router.lanBroken(world.now());
        write(north, "ALPHA", 1, "BRAVO");
        world.settle();

        assertThat(south.messages).isEmpty();
        assertThat(north.via("BRAVO")).isNotEqualTo(before);
        world.greet(north, "ALPHA", south, "BRAVO");
        write(north, "ALPHA", 1, "BRAVO");
        assertThat(south.sequences()).containsExactly(1L);
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
