package org.c4igateway.wan.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.message.LabelList;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.route.outlet.LinkPolicy;
import org.junit.jupiter.api.Test;

/** Lists of a link that change while messages wait for it. */
class PolicyChangeTest extends JournalRoutingFixture {
    private static final LinkPolicy UNRELEASED =
            new LinkPolicy(Set.of(), Set.of(), Map.of(), new LabelList(List.of("PUBLIC")));
    private static final LinkPolicy BLOCKED =
            new LinkPolicy(Set.of(), Set.of(RouteWorld.RELIABLE.id()), Map.of(), LabelList.ALL);

    private void change(LinkPolicy policy) {
        north.router.policy(LINK, policy, TimeUnit.HOURS.toNanos(1), world.now());
    }

    private void answer() {
        world.answer(LINK);
        world.settle();
    }

    private List<String> rejections() {
        return north.receipts.stream()
                .map(receipt -> receipt.origin() + " " + receipt.rejected()[0] + " "
                        + receipt.reasons().getFirst())
                .toList();
    }

    @Test
    void refusesWhatWaitsWithALabelThatIsNoLongerReleased() {
        world.greet(north, "ALPHA", south, "BRAVO");
        outage();
        write("APP", 1, 2);
        write("ALPHA", 7);

        change(UNRELEASED);

        String why = " GW-323 link NORTH-SOUTH of NORTH: its label is no longer carried";
        assertThat(rejections()).containsExactly("APP 1" + why, "APP 2" + why, "ALPHA 7" + why);
        assertThat(north.discards).containsExactly("not_released", "not_released", "not_released");
        assertThat(journal("NORTH").held).isEmpty();
        answer();
        assertThat(south.messages).isEmpty();
        assertThat(north.receipts).as("told once").hasSize(3);
        assertThat(journal("NORTH").drops).isEmpty();
    }

    @Test
    void refusesWhatWaitsOfATopicThatIsBlockedNow() {
        outage();
        write("APP", 1);

        change(BLOCKED);
        answer();

        assertThat(rejections())
                .containsExactly("APP 1 GW-207 link NORTH-SOUTH of NORTH: its topic is no longer carried");
        assertThat(south.messages).isEmpty();
    }

    @Test
    void goesOnWithWhatTheLinkHasBegunToSend() {
        outage();
        write("APP", 1, 2);
        Objects.requireNonNull(world.wire(LINK, "NORTH").waiting.peekFirst())
                .payload()
                .begun(true);

        change(UNRELEASED);

        answer();
        assertThat(south.sequences()).containsExactly(1L);
        assertThat(rejections()).hasSize(1);
    }

    /** As when the peer restarts: nothing of it counts as sent. */
    @Test
    void refusesWhatTheLinkHadBegunAndHasToBeginAnew() {
        outage();
        write("APP", 1);
        world.wire(LINK, "NORTH").waiting.getFirst().payload().begun(true);
        change(UNRELEASED);
        world.wire(LINK, "NORTH").waiting.getFirst().payload().begun(false);

        answer();

        assertThat(south.messages).isEmpty();
        assertThat(rejections())
                .containsExactly("APP 1 GW-323 link NORTH-SOUTH of NORTH: its label is no longer carried");
        assertThat(journal("NORTH").drops).as("its bytes were whole").isEmpty();
        assertThat(journal("NORTH").held).isEmpty();
    }

    @Test
    void carriesAgainWhatIsReleasedAgainBeforeItsTurn() {
        outage();
        write("APP", 1);
        world.wire(LINK, "NORTH").waiting.getFirst().payload().begun(true);
        change(UNRELEASED);
        change(LinkPolicy.OPEN);
        world.wire(LINK, "NORTH").waiting.getFirst().payload().begun(false);

        answer();

        assertThat(south.sequences()).containsExactly(1L);
    }

    /** Shortly after a start an application would not hear of it. */
    @Test
    void tellsAnApplicationOnlyWhenItCanHearOfIt() {
        outage();
        write("APP", 1);
        north = world.restart("NORTH");

        change(UNRELEASED);

        assertThat(north.receipts).isEmpty();
        assertThat(journal("NORTH").held).as("a kill now loses nothing").hasSize(1);
        assertThat(world.wire(LINK, "NORTH").waiting)
                .anySatisfy(item -> assertThat(item.payload().read())
                        .as("nothing of it goes out")
                        .isNull());
        world.pass(5, TimeUnit.SECONDS);
        world.settle();
        assertThat(rejections()).hasSize(1);
        assertThat(journal("NORTH").held).isEmpty();
        answer();
        assertThat(south.messages).isEmpty();
        assertThat(rejections()).hasSize(1);
    }

    @Test
    void blamesTheListsOnlyForWhatTheyEnd() {
        outage();
        write("APP", 1);
        world.wire(LINK, "NORTH").waiting.getFirst().payload().begun(true);
        change(UNRELEASED);

        world.wire(LINK, "NORTH").end(RecordOutcome.DROPPED_FOR_ROOM);

        assertThat(rejections()).singleElement().asString().startsWith("APP 1 GW-208");
    }
}
