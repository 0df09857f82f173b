package org.c4igateway.wan.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.wan.journal.JournalDrop;
import org.c4igateway.wan.journal.JournalRecord;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.route.RouteWorld.Site;
import org.c4igateway.wan.route.site.Neighbour;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** NORTH has the node ALPHA and the application APP, which is no node; SOUTH has the node BRAVO. */
class JournalRoutingTest {
    private static final String LINK = "NORTH-SOUTH";

    private final RouteWorld world = new RouteWorld();
    private Site north = world.addSite("NORTH");
    private final Site south = world.addSite("SOUTH");

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

    private HeapJournal journal(String site) {
        return (HeapJournal) world.wire(LINK, site).journal;
    }

    private void outage() {
        world.wire(LINK, "NORTH").cut = true;
        world.wire(LINK, "SOUTH").cut = true;
        north.router.down(new Neighbour(LINK, "SOUTH"), world.now());
        south.router.down(new Neighbour(LINK, "NORTH"), world.now());
        world.settle();
    }

    private void write(String origin, long... sequences) {
        for (long sequence : sequences) {
            north.wrote(world.message(origin, sequence, RouteWorld.RELIABLE, "BRAVO"));
            world.pass(1, TimeUnit.MILLISECONDS);
        }
        world.carry();
    }

    private void restartNorth() {
        north = world.restart("NORTH");
        world.settle();
    }

    @Test
    void deliversOfAnApplicationAfterARestartWhatWaitedBefore() {
        outage();
        write("APP", 1, 2, 3);

        restartNorth();
        assertThat(south.messages).isEmpty();
        world.answer(LINK);
        world.settle();

        assertThat(south.sequences()).containsExactly(1L, 2L, 3L);
        assertThat(journal("NORTH").held).isEmpty();
    }

    @Test
    void leavesToAPresentNodeWhatItSendsAgain() {
        world.greet(north, "ALPHA", south, "BRAVO");
        outage();
        write("ALPHA", 1, 2, 3);
        assertThat(journal("NORTH").held).hasSize(3);

        restartNorth();
        world.pass(1, TimeUnit.SECONDS);
        world.greet(north, "ALPHA", south, "BRAVO");
        assertThat(journal("NORTH").held).isEmpty();
        write("ALPHA", 1, 2, 3, 4);
        world.answer(LINK);
        world.settle();

        assertThat(south.sequences()).containsExactly(1L, 2L, 3L, 4L);
        assertThat(north.discards).contains("sent_again");
    }

    @Test
    void deliversOfANodeThatIsAwayWhatItHadHandedOver() {
        world.greet(north, "ALPHA", south, "BRAVO");
        outage();
        write("ALPHA", 1, 2);
        north.router.nodeGone("ALPHA", world.now());

        restartNorth();
        north.router.nodeGone("ALPHA", world.now());
        world.answer(LINK);
        world.settle();

        assertThat(south.sequences()).containsExactly(1L, 2L);
    }

    @Test
    void repeatsInOrderWhatCrossedBeforeTheNodeGreetsAgain() {
        world.greet(north, "ALPHA", south, "BRAVO");
        outage();
        write("ALPHA", 1, 2);
        restartNorth();
        world.answer(LINK);
        world.settle();
        world.greet(north, "ALPHA", south, "BRAVO");

        write("ALPHA", 1, 2, 3);

        assertThat(south.sequences()).as("the inbox drops the second 1 and 2").containsExactly(1L, 2L, 1L, 2L, 3L);
    }

    @Test
    void takesMessagesDuringAnOutageForSystemsItKnewBeforeARestart() {
        outage();
        restartNorth();
        world.pass(10, TimeUnit.SECONDS);
        world.settle();

        assertThat(north.announced).containsOnlyKeys("BRAVO");
        write("APP", 1);
        assertThat(journal("NORTH").held).hasSize(1);
    }

    @Test
    void forgetsWhoWasThereWhenTheyStayAwayForTooLong() {
        outage();
        restartNorth();
        world.pass(61, TimeUnit.MINUTES);
        world.settle();
        assertThat(north.announced).isEmpty();

        restartNorth();
        assertThat(north.announced).isEmpty();
    }

    @Test
    void keepsReceiptsForTheirOrigin() {
        outage();
        KmtfReceipt receipt = new KmtfReceipt("ALPHA", "BRAVO", new long[] {1, 9}, new long[0], List.of());
        north.router.fromLan(receipt, 7, world.now());

        restartNorth();
        world.answer(LINK);
        world.settle();

        assertThat(south.receipts).containsExactly(receipt);
    }

    @Test
    void tellsTheOriginWhatWaitedTooLong() {
        outage();
        write("APP", 1);
        world.pass(7, TimeUnit.HOURS);
        restartNorth();
        world.wire(LINK, "NORTH").end(RecordOutcome.EXPIRED);
        assertThat(north.receipts).as("nobody has met the application yet").isEmpty();
        world.pass(5, TimeUnit.SECONDS);
        world.settle();

        assertThat(north.receipts).singleElement().satisfies(receipt -> {
            assertThat(receipt.receiver()).isEqualTo("BRAVO");
            assertThat(receipt.origin()).isEqualTo("APP");
            assertThat(receipt.rejected()).containsExactly(1);
            assertThat(receipt.reasons()).singleElement().asString().startsWith("GW-208");
        });
        assertThat(journal("NORTH").drops).containsEntry(JournalDrop.AGE, 1L);
        assertThat(journal("NORTH").held).isEmpty();
    }

    @Test
    void tellsTheOriginWhatHadToMakeRoom() {
        outage();
        write("APP", 1);
        world.wire(LINK, "NORTH").end(RecordOutcome.DROPPED_FOR_ROOM);

        assertThat(north.receipts)
                .singleElement()
                .satisfies(receipt ->
                        assertThat(receipt.reasons()).singleElement().asString().startsWith("GW-208"));
        assertThat(journal("NORTH").drops).containsEntry(JournalDrop.ROOM, 1L);
        assertThat(journal("NORTH").held).isEmpty();
    }

    @Test
    void leavesNoGapInTheJournalWhenItTookNothingForAWhile() {
        outage();
        write("APP", 1);
        journal("NORTH").full = true;
        write("APP", 2);
        journal("NORTH").full = false;
        write("APP", 3);

        restartNorth();
        world.answer(LINK);
        world.settle();

        assertThat(south.sequences()).as("3 must not arrive without 2").containsExactly(1L);
    }

    @Test
    void refusesWhatFindsRoomNeitherOnDiskNorInMemory() {
        outage();
        journal("NORTH").full = true;
        for (long sequence = 1; sequence <= 100; sequence++) {
            write("APP", sequence);
        }

        int inMemory = world.wire(LINK, "NORTH").waiting.size();
        assertThat(inMemory).isBetween(5, 50);
        assertThat(north.receipts)
                .hasSize(100 - inMemory)
                .allSatisfy(receipt ->
                        assertThat(receipt.reasons()).singleElement().asString().startsWith("GW-208"));
        assertThat(north.discards).contains("no_room");
    }

    @Test
    void leavesToNodesWhatFindsRoomNeitherOnDiskNorInMemory() {
        world.greet(north, "ALPHA", south, "BRAVO");
        outage();
        journal("NORTH").full = true;
        long[] all = LongStream.rangeClosed(1, 100).toArray();
        write("ALPHA", all);
        int inMemory = world.wire(LINK, "NORTH").waiting.size();
        assertThat(inMemory).isBetween(5, 50);

        journal("NORTH").full = false;
        world.answer(LINK);
        world.carry();
        write("ALPHA", 101, 102);
        assertThat(south.messages).as("101 must not arrive ahead of what waits").hasSize(inMemory);
        write("ALPHA", LongStream.rangeClosed(inMemory + 1, 102).toArray());

        assertThat(south.sequences())
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 102).boxed().toList());
        assertThat(north.receipts).isEmpty();
        assertThat(north.discards).contains("held_back").doesNotContain("no_room", "refused");
    }

    @Test
    void keepsTheOrderForEachReceiverWhenTheLinkGivesMessagesBack() {
        south.addNode("CHARLIE");
        world.settle();
        world.greet(north, "ALPHA", south, "BRAVO");
        world.greet(north, "ALPHA", south, "CHARLIE");
        outage();
        RouteWorld.Wire wire = world.wire(LINK, "NORTH");
        wire.room = wire.waiting.size() + 1;
        write("ALPHA", 1, 2);
        wire.room = 100;
        north.wrote(world.message("ALPHA", 3, RouteWorld.RELIABLE, "BRAVO", "CHARLIE"));

        world.answer(LINK);
        world.settle();

        assertThat(south.sequences()).containsExactly(1L, 3L);
        assertThat(south.messages.getLast().destinations()).containsExactly("CHARLIE");
    }

    @Test
    void letsNothingOfANodePassWhatCouldNotBeRead() {
        world.greet(north, "ALPHA", south, "BRAVO");
        write("ALPHA", 1);
        String via = north.via("BRAVO");
        south.router.unreadable(new Neighbour(LINK, "NORTH"), world.now());

        write("ALPHA", 3);
        world.settle();
        assertThat(south.sequences()).as("2 is lost").containsExactly(1L);
        assertThat(north.via("BRAVO")).as("so that ALPHA begins anew").isNotEqualTo(via);
        world.greet(north, "ALPHA", south, "BRAVO");
        write("ALPHA", 2, 3);

        assertThat(south.sequences()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void givesTheLinkWhatItsJournalHoldsWhenTheLinkHasForgottenEverything() {
        outage();
        write("APP", 1, 2);
        world.wire(LINK, "NORTH").waiting.clear();

        north.router.emptied(LINK, world.now());
        world.answer(LINK);
        world.settle();

        assertThat(south.sequences()).containsExactly(1L, 2L);
    }

    @Test
    void dropsRecordsThatSayNothing() {
        outage();
        write("APP", 1);
        HeapJournal journal = journal("NORTH");
        journal.held.put(500L, new JournalRecord(500, world.now().epochNanos(), new byte[] {9, 9}, false));

        restartNorth();

        assertThat(journal.held).containsOnlyKeys(1L);
        assertThat(journal.drops).containsEntry(JournalDrop.DAMAGED, 1L);
        assertThat(world.wire(LINK, "NORTH").waiting)
                .extracting(item -> item.precedence())
                .contains(Precedence.ROUTINE);
    }

    @Test
    void waitsAfterARestartForNodesThatHaveNotMatchedYet() {
        Site fresh = world.restart("SOUTH");
        fresh.router.nodeGone("BRAVO", world.now());

        write("APP", 1, 2);
        assertThat(journal("NORTH").held).as("taken over").isEmpty();
        fresh.readers = 0;
        fresh.announce("BRAVO", 5, "");
        write("APP", 3);
        world.settle();
        assertThat(fresh.messages).as("its readers are not there yet").isEmpty();
        fresh.readers = 2;
        world.settle();

        assertThat(fresh.sequences()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void tellsAnApplicationThatAReceiverIsNowhere() {
        Site fresh = world.restart("SOUTH");
        fresh.router.nodeGone("BRAVO", world.now());
        write("APP", 1);

        world.pass(10, TimeUnit.SECONDS);
        world.settle();

        assertThat(fresh.messages).isEmpty();
        assertThat(north.receipts)
                .singleElement()
                .satisfies(receipt ->
                        assertThat(receipt.reasons()).singleElement().asString().startsWith("GW-201"));
    }
}
