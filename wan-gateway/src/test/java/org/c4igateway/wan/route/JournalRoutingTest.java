package org.c4igateway.wan.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.wan.journal.JournalRecord;
import org.c4igateway.wan.journal.RecordJournal;
import org.c4igateway.wan.route.RouteWorld.Site;
import org.junit.jupiter.api.Test;

class JournalRoutingTest extends JournalRoutingFixture {
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
        assertThat(journal.drops).containsEntry(RecordJournal.Drop.DAMAGED, 1L);
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
