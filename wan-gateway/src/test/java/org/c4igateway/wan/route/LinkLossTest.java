package org.c4igateway.wan.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.c4igateway.wan.route.RouteWorld.Site;
import org.c4igateway.wan.route.outlet.InFlightMessage;
import org.junit.jupiter.api.Test;

/** What becomes of the messages of a link that is closed, or that has lost them. */
class LinkLossTest extends RouterFixture {
    private static final String LINK = "NORTH-SOUTH";

    private final Site north = site("NORTH", "ALPHA");
    private final Site south = site("SOUTH", "BRAVO");

    private void waiting(boolean journals) {
        world.journals = journals;
        meet(LINK);
        world.pass(10, TimeUnit.SECONDS);
        world.settle();
        world.greet(north, "ALPHA", south, "BRAVO");
        world.wire(LINK, "NORTH").cut = true;
        write(north, "APP", 1, "BRAVO");
        write(north, "ALPHA", 7, "BRAVO");
        write(north, "APP", 2, "BRAVO");
        north.wrote(world.message("APP", 3, RouteWorld.PERIODIC, "BRAVO"));
        north.receipts.clear();
        north.discards.clear();
    }

    private List<String> rejections() {
        return north.receipts.stream()
                .map(receipt -> receipt.origin() + " " + receipt.rejected()[0] + " "
                        + receipt.reasons().getFirst())
                .toList();
    }

    private void assertThatApplicationsWereTold() {
        String why = " GW-208 link NORTH-SOUTH of NORTH: closed before it was confirmed";
        assertThat(rejections()).containsExactly("APP 1" + why, "APP 2" + why);
        assertThat(north.discards)
                .as("nodes send again")
                .containsExactly("refused", "sent_again", "refused", "sent_again");
    }

    @Test
    void tellsApplicationsOfWhatOnlyAClosedLinkHad() {
        waiting(false);

        north.router.removeLink(LINK, world.now());

        assertThatApplicationsWereTold();
    }

    @Test
    void tellsApplicationsOfWhatALinkHasForgotten() {
        waiting(false);

        north.router.emptied(LINK, world.now());

        assertThatApplicationsWereTold();
    }

    @Test
    void tellsApplicationsOfWhatTheDomainDidNotRead() {
        waiting(false);
        world.wire(LINK, "NORTH").cut = false;
        world.carry();
        assertThat(south.sequences()).contains(1L, 7L);
        north.receipts.clear();

        south.messages.forEach(message -> south.router.notRead(
                InFlightMessage.keyOf(message), message.topicId(), message.destinations(), world.now()));
        world.carry();

        String why = " GW-208 SOUTH: its domain did not read it in time";
        assertThat(rejections()).containsExactly("APP 1" + why, "APP 2" + why);
        assertThat(north.receipts).allMatch(receipt -> receipt.receiver().equals("BRAVO"));
    }

    @Test
    void saysNothingOfWhatTheJournalOfAClosedLinkHolds() {
        waiting(true);

        north.router.removeLink(LINK, world.now());

        assertThat(north.receipts).isEmpty();
        assertThat(((HeapJournal) world.wire(LINK, "NORTH").journal).held).hasSize(3);
    }
}
