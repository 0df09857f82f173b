package org.c4igateway.wan.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.Datagram;
import org.junit.jupiter.api.Test;

/** Sessions: who is heard, when a link is up, and what is taken from when on. */
class LinkMeetingTest extends LoneEngineFixture {
    @Test
    void greetsAPeerOfWhichNothingWasHeardAndAsksIt() {
        start("B");

        Datagram knock = sent();

        assertThat(knock.hello().orElseThrow().heard()).isEmpty();
        assertThat(knock.poll()).isTrue();
        assertThat(knock.session()).isEqualTo(SESSION);
        assertThat(engine().isUp()).isFalse();
        assertThat(peer("B").session()).isZero();
    }

    @Test
    void answersAHelloWithTheSessionOfThePeer() {
        start("B");
        sent();
        far("B", 5).packet().hello().send();

        assertThat(events).containsExactly("B greets 0 []");
        assertThat(engine().isUp()).as("it has not shown that it hears").isFalse();
        assertThat(peer("B").session()).isEqualTo(5);
        Datagram answer = sentWithin(MILLI).getFirst();
        assertThat(answer.hello().orElseThrow().heard()).containsExactly(5L);
        assertThat(answer.poll()).isTrue();
    }

    @Test
    void isUpWhenAHelloNamesItsSession() {
        start("B");
        sent();
        far("B", 5).packet().hello(3L, SESSION).send();

        assertThat(events).containsExactly("B greets 0 []", "B UP 5");
        assertThat(engine().isUp()).isTrue();
        assertThat(peer("B").up()).isTrue();
    }

    @Test
    void isUpWhenFeedbackIsAboutItsSession() {
        start("B");
        Datagram knock = sent();
        FarEnd b = far("B", 5);
        b.packet().send();
        assertThat(engine().isUp()).isFalse();

        b.packet().feedback(knock.packet()).send();

        assertThat(events).containsExactly("B UP 5");
    }

    @Test
    void isUpOnce() {
        start("B");
        sent();
        FarEnd b = far("B", 5);
        b.packet().hello(SESSION).send();
        b.packet().hello(SESSION).feedback(0).send();
        b.packet().hello(SESSION).feedback(0).send();

        assertThat(events).containsExactly("B greets 0 []", "B UP 5");
    }

    @Test
    void greetsInAllThatItSendsUntilThePeerHasConfirmedSomething() {
        start("B");
        sentWithin(MILLI);
        FarEnd b = far("B", 5);
        b.packet().hello(SESSION).send();
        offer(Precedence.ROUTINE, 700);
        offer(Precedence.ROUTINE, 700);
        List<Datagram> sent = sentWithin(20 * MILLI);
        assertThat(sent).hasSizeGreaterThan(2).allMatch(each -> each.hello().isPresent());

        b.packet()
                .feedback(sent.getLast().packet(), frames(Precedence.ROUTINE, 2))
                .send();
        offer(Precedence.ROUTINE, 700);

        assertThat(sentWithin(20 * MILLI))
                .isNotEmpty()
                .noneMatch(each -> each.hello().isPresent());
    }

    @Test
    void answersAHelloUntilItHasConfirmedSomethingAndThenNoMore() {
        start("B");
        FarEnd b = joined("B", 5);

        b.packet().hello(SESSION).send();

        assertThat(sentWithin(100 * MILLI)).isEmpty();
    }

    @Test
    void answersAHelloThatDoesNotNameItThoughThePeerIsUp() {
        start("B");
        FarEnd b = joined("B", 5);

        b.packet().hello().send();

        assertThat(sent().hello().orElseThrow().heard()).containsExactly(5L);
        assertThat(events).isEmpty();
    }

    @Test
    void takesFramesFromTheHelloOnThatNamesItsSession() {
        start("B");
        sentWithin(MILLI);
        FarEnd b = far("B", 5);
        b.packet().frame(Precedence.FLASH, 0).send();
        b.packet().hello().frame(Precedence.FLASH, 0).send();
        assertThat(events).containsExactly("B greets 0 []");

        b.packet().hello(SESSION).frame(Precedence.FLASH, 0).send();
        b.packet().frame(Precedence.ROUTINE, 0).send();

        assertThat(events).containsSubsequence("B UP 5", "B FLASH 0", "B ROUTINE 0");
        assertThat(peer("B").received().faults().notAccepted()).isEqualTo(2);
    }

    @Test
    void greetsAPeerWhoseFramesItDoesNotTake() {
        start("B");
        sentWithin(2 * SECOND);
        far("B", 5).packet().frame(Precedence.FLASH, 0).send();

        assertThat(sent().hello().orElseThrow().heard()).containsExactly(5L);
    }

    @Test
    void asksForNoGreetingWhenItTakesFrames() {
        start("B");
        FarEnd b = joined("B", 5);

        b.packet().frame(Precedence.FLASH, 0).send();

        assertThat(sentWithin(100 * MILLI))
                .isNotEmpty()
                .noneMatch(each -> each.hello().isPresent());
    }

    @Test
    void ignoresAnOlderSession() {
        start("B");
        sentWithin(MILLI);
        far("B", 5).packet().hello(SESSION).send();
        events.clear();
        long heard = peer("B").received().datagrams();

        far("B", 4).packet().hello(SESSION).frame(Precedence.FLASH, 0).poll().send();

        assertThat(events).isEmpty();
        assertThat(peer("B").received().datagrams()).isEqualTo(heard);
        assertThat(peer("B").session()).isEqualTo(5);
    }

    @Test
    void aLaterSessionIsARestart() {
        start("B");
        FarEnd before = joined("B", 5);
        offer(Precedence.ROUTINE, 700);
        sentWithin(5 * MILLI);
        assertThat(level(Precedence.ROUTINE).inFlight()).isEqualTo(1);
        before.packet().frame(Precedence.FLASH, 0).send();
        events.clear();

        FarEnd after = far("B", 6);
        after.packet().hello().send();

        assertThat(events).containsExactly("B RESTARTED 6");
        assertThat(peer("B").up()).isFalse();
        assertThat(level(Precedence.ROUTINE).queued()).as("waits again").isEqualTo(1);
        assertThat(level(Precedence.ROUTINE).inFlight()).isZero();

        after.packet().hello(SESSION).frame(Precedence.FLASH, 0).send();
        assertThat(events).containsExactly("B RESTARTED 6", "B UP 6", "B FLASH 0");
        Datagram again = sentWithin(5 * MILLI).getFirst();
        assertThat(again.hello()).as("it has to be greeted").isPresent();
    }

    @Test
    void theFirstSessionIsNoRestart() {
        start("B");
        far("B", 5).packet().send();

        assertThat(events).isEmpty();
        assertThat(peer("B").received().datagrams()).isEqualTo(1);
    }

    @Test
    void tellsAHelloAgainOnlyWhenItSaysSomethingElse() {
        start("B");
        FarEnd b = far("B", 5);
        b.packet().hello().send();
        b.packet().hello(7L).send();
        b.packet().hello(20, SESSION).send();
        assertThat(events).containsExactly("B greets 0 []", "B UP 5");

        b.catalogue = 9;
        b.packet().hello(SESSION).send();

        assertThat(events).containsExactly("B greets 0 []", "B UP 5", "B greets 9 []");
    }

    @Test
    void tellsOnceThatAPeerKnowsALaterSession() {
        start("B");
        FarEnd b = far("B", 5);
        b.packet().hello(SESSION - 1, SESSION + 1).send();
        b.packet().hello(SESSION + 1).send();
        assertThat(events).containsExactly("B greets 0 []", "B KNOWS_LATER_SESSION " + (SESSION + 1));

        b.packet().hello(SESSION + 5, SESSION + 3).send();

        assertThat(events)
                .containsExactly(
                        "B greets 0 []",
                        "B KNOWS_LATER_SESSION " + (SESSION + 1),
                        "B KNOWS_LATER_SESSION " + (SESSION + 5));
    }

    /** What a member of a group names may be another's session. */
    @Test
    void looksForNoLaterSessionInAGroup() {
        start("B", "C");
        far("B", 5).packet().hello(SESSION + 1).send();

        assertThat(events).containsExactly("B greets 0 []");
    }

    @Test
    void saysThatRecordsCannotBeRead() {
        start("B");
        FarEnd b = joined("B", 5);

        b.packet().unreadableFrame(Precedence.FLASH, 0).send();
        b.packet().frame(Precedence.FLASH, 1).send();

        assertThat(events).containsExactly("B UNREADABLE 5", "B FLASH 1");
    }

    @Test
    void asksAtOnceAPeerThatWasFound() {
        start("B");
        sentWithin(MILLI);
        assertThat(next()).isNull();

        engine().found();

        assertThat(sent().hello()).isPresent();
        start("B", "C");
        sentWithin(MILLI);
        engine().found();
        assertThat(next()).as("each of a group in its turn").isNull();
    }
}
