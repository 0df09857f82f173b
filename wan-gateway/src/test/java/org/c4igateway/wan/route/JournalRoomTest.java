package org.c4igateway.wan.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.c4igateway.wan.journal.RecordJournal;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.route.site.Neighbour;
import org.junit.jupiter.api.Test;

class JournalRoomTest extends JournalRoutingFixture {
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
        assertThat(journal("NORTH").drops).containsEntry(RecordJournal.Drop.AGE, 1L);
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
        assertThat(journal("NORTH").drops).containsEntry(RecordJournal.Drop.ROOM, 1L);
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
}
