package org.c4igateway.wan.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.route.RouteWorld.Site;
import org.c4igateway.wan.route.site.Neighbour;
import org.junit.jupiter.api.Test;

/** Systems and gateways that come, restart and go. */
class RoutePresenceTest extends RouterFixture {
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

    private void goDown(Site site, String peer) {
        site.router.down(new Neighbour("NORTH-SOUTH", peer), world.now());
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
    void announcesSystemsAgainThatWereForgottenAtBothEnds() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO");
        meet("NORTH-SOUTH");
        world.wire("NORTH-SOUTH", "NORTH").cut = true;
        world.wire("NORTH-SOUTH", "SOUTH").cut = true;
        goDown(north, "SOUTH");
        goDown(south, "NORTH");
        world.pass(2, TimeUnit.HOURS);
        world.settle();
        assertThat(north.announced).isEmpty();
        assertThat(south.announced).isEmpty();

        world.answer("NORTH-SOUTH");
        world.settle();

        assertThat(north.announced).containsOnlyKeys("BRAVO");
        assertThat(south.announced).containsOnlyKeys("ALPHA");
        world.greet(north, "ALPHA", south, "BRAVO");
        write(north, "ALPHA", 1, "BRAVO");
        assertThat(south.sequences()).containsExactly(1L);
    }

    @Test
    void announcesSystemsAgainWhenOnlyThisEndForgotThem() {
        Site north = site("NORTH", "ALPHA");
        site("SOUTH", "BRAVO");
        meet("NORTH-SOUTH");
        goDown(north, "SOUTH");
        world.pass(2, TimeUnit.HOURS);
        world.settle();

        north.router.up(new Neighbour("NORTH-SOUTH", "SOUTH"), world.now());
        world.settle();

        assertThat(north.announced).containsOnlyKeys("BRAVO");
    }

    @Test
    void announcesWhatANeighbourSaidLastBeforeOrAfterItWasForgotten() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO");
        meet("NORTH-SOUTH");
        goDown(north, "SOUTH");
        world.wire("NORTH-SOUTH", "SOUTH").cut = true;
        south.addNode("CHARLIE");
        south.router.nodeGone("BRAVO", world.now());
        world.pass(2, TimeUnit.HOURS);
        world.settle();

        world.wire("NORTH-SOUTH", "SOUTH").cut = false;
        world.carry();
        north.router.up(new Neighbour("NORTH-SOUTH", "SOUTH"), world.now());
        world.settle();

        assertThat(north.announced).containsOnlyKeys("CHARLIE");
    }

    @Test
    void beginsANewWayToSystemsThatItForgotAndFoundAgainAtOnce() {
        Site north = site("NORTH", "ALPHA");
        Site south = site("SOUTH", "BRAVO");
        meet("NORTH-SOUTH");
        world.greet(north, "ALPHA", south, "BRAVO");
        String before = north.via("BRAVO");
        world.wire("NORTH-SOUTH", "NORTH").cut = true;
        write(north, "ALPHA", 1, "BRAVO");
        goDown(north, "SOUTH");
        world.pass(2, TimeUnit.HOURS);
        north.router.tick(world.now());
        assertThat(north.discards).as("what is underway was taken back").containsExactly("sent_again");

        world.answer("NORTH-SOUTH");
        write(north, "ALPHA", 2, "BRAVO");
        assertThat(south.messages).as("the first would come after it").isEmpty();

        world.settle();
        assertThat(north.via("BRAVO")).isNotEqualTo(before);
    }

    @Test
    void keepsTheReportOfANeighbourForTheNextStartAfterItWasForgotten() {
        world.journals = true;
        Site north = site("NORTH", "ALPHA");
        site("SOUTH", "BRAVO");
        meet("NORTH-SOUTH");
        goDown(north, "SOUTH");
        world.pass(2, TimeUnit.HOURS);
        world.settle();
        assertThat(world.wire("NORTH-SOUTH", "NORTH").journal.notes()).isEmpty();

        north.router.up(new Neighbour("NORTH-SOUTH", "SOUTH"), world.now());

        assertThat(world.wire("NORTH-SOUTH", "NORTH").journal.notes()).containsOnlyKeys("SOUTH");
    }

    @Test
    void reportsAgainToAMemberThatWasAwayWhenTheLinkGaveUpItsReport() {
        Site north = site("NORTH", "ALPHA");
        site("SOUTH", "BRAVO");
        Site east = site("EAST", "DELTA");
        world.connect("GROUP", "NORTH", "SOUTH", "EAST");
        world.settle();
        north.router.down(new Neighbour("GROUP", "EAST"), world.now());
        world.wire("GROUP", "NORTH").cut = true;
        north.addNode("CHARLIE");
        world.settle();
        world.wire("GROUP", "NORTH").end(RecordOutcome.DROPPED_FOR_ABSENT);

        world.wire("GROUP", "NORTH").cut = false;
        north.router.up(new Neighbour("GROUP", "EAST"), world.now());
        world.settle();

        assertThat(east.announced).containsOnlyKeys("ALPHA", "BRAVO", "CHARLIE");
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
}
