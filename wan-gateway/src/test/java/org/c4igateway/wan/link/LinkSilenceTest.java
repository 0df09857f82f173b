package org.c4igateway.wan.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.Datagram;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.junit.jupiter.api.Test;

/** A peer that stops answering is down, three seconds after it was asked; one that answers again is up. */
class LinkSilenceTest extends LoneEngineFixture {
    @Test
    void isDownWhenItDoesNotAnswer() {
        start("B");
        joined("B", 5);
        offer(Precedence.ROUTINE, 700);
        sent();
        long asked = now;

        sentWithin(3 * SECOND - 1);
        assertThat(events).isEmpty();
        assertThat(engine().wakeNanos(now)).as("not later than that").isLessThanOrEqualTo(asked + 3 * SECOND);
        sentWithin(1);

        assertThat(events).containsExactly("B DOWN 5");
        assertThat(engine().isUp()).isFalse();
        assertThat(peer("B").up()).isFalse();
    }

    @Test
    void isAskedAfterThreeSecondsOfCalmAndIsDownThreeSecondsLater() {
        start("B");
        joined("B", 5);
        long answered = now;

        List<Datagram> first = sentWithin(answered + 3 * SECOND - now);
        assertThat(first).hasSize(1);
        assertThat(first.getFirst().poll()).isTrue();
        assertThat(first.getFirst().hello()).as("it knows this side").isEmpty();
        sentWithin(3 * SECOND - 1);
        assertThat(events).isEmpty();
        sentWithin(1);

        assertThat(events).containsExactly("B DOWN 5");
    }

    /** An answer is no question: the peer owes nothing for it. */
    @Test
    void isNotAskedByAnAnswer() {
        start("B");
        FarEnd b = joined("B", 5);
        long answered = now;
        now += SECOND;
        b.packet().poll().send();
        assertThat(sent().poll()).isFalse();

        sentWithin(answered + 6 * SECOND - 1 - now);
        assertThat(events).isEmpty();
        sentWithin(1);

        assertThat(events).containsExactly("B DOWN 5");
    }

    @Test
    void onlyThePeerThatIsSilentIsDown() {
        start("B", "C");
        FarEnd c = joined(far("C", 6), far("B", 5)).getFirst();
        for (int seconds = 0; seconds < 12; seconds++) {
            List<Datagram> sent = sentWithin(SECOND);
            if (!sent.isEmpty()) {
                c.packet().feedback(sent.getLast().packet()).send();
            }
        }

        assertThat(events).containsExactly("B DOWN 5");
        assertThat(engine().isUp()).isTrue();
    }

    @Test
    void doesNotCountTheSilenceBeforeItWasUp() {
        start("B");
        sentWithin(20 * SECOND);
        far("B", 5).packet().hello(SESSION).send();

        sentWithin(2 * SECOND);

        assertThat(events).containsExactly("B greets 0 []", "B UP 5");
    }

    @Test
    void othersDoNotWaitForAPeerThatIsDown() {
        LinkSettings.Bounds eight = new LinkSettings.Bounds(100_000, 1 << 28, 1 << 20, 8, 65_536);
        start(new LinkSettings(SETTINGS.rate(), SETTINGS.shares(), eight, SETTINGS.patience()), "B", "C");
        FarEnd c = joined(far("C", 6), far("B", 5)).getFirst();
        for (int seconds = 0; seconds < 12; seconds++) {
            List<Datagram> sent = sentWithin(SECOND);
            if (!sent.isEmpty()) {
                c.packet().feedback(sent.getLast().packet()).send();
            }
        }
        assertThat(events).containsExactly("B DOWN 5");
        for (int frame = 0; frame < 20; frame++) {
            offer(Precedence.ROUTINE, 900);
        }
        for (int round = 0; round < 10; round++) {
            List<Datagram> sent = sentWithin(20 * MILLI);
            int frames = (int) level(Precedence.ROUTINE).traffic().frames();
            if (!sent.isEmpty()) {
                c.packet()
                        .feedback(sent.getLast().packet(), frames(Precedence.ROUTINE, frames))
                        .send();
            }
        }

        assertThat(level(Precedence.ROUTINE).queued()).isZero();
    }

    @Test
    void isUpAgainWhenItAnswersButNotWhenItOnlySends() {
        start("B");
        FarEnd b = joined("B", 5);
        long before = sentWithin(3 * SECOND).getFirst().packet() - 1;
        List<Datagram> asked = sentWithin(10 * SECOND);
        assertThat(events).containsExactly("B DOWN 5");

        b.packet().frame(Precedence.FLASH, 0).send();
        b.packet().hello(SESSION).send();
        b.packet().feedback(before).send();
        assertThat(events).as("about what was sent before").doesNotContain("B UP 5");

        b.packet().feedback(asked.getLast().packet()).send();

        assertThat(events).containsExactly("B DOWN 5", "B FLASH 0", "B UP 5");
    }

    @Test
    void knocksAtAPeerThatIsDownAndGreetsItAgain() {
        start("B");
        joined("B", 5);
        sentWithin(20 * SECOND);
        assertThat(events).containsExactly("B DOWN 5");

        List<Datagram> knocks = sentWithin(10 * SECOND);

        assertThat(knocks).isNotEmpty().allMatch(each -> each.hello().isPresent() && each.poll());
    }

    @Test
    void sendsWhatWasInFlightAgainWhenItIsUpAgain() {
        start("B");
        FarEnd b = joined("B", 5);
        offer(Precedence.ROUTINE, 700);
        Datagram frame = sent();
        List<Datagram> asked = sentWithin(20 * SECOND);
        assertThat(events).containsExactly("B DOWN 5");
        assertThat(asked)
                .as("not while it is down")
                .noneMatch(each -> each.data().isPresent());

        b.packet().hello(SESSION).feedback(asked.getLast().packet()).send();

        assertThat(sentWithin(100 * MILLI).stream().flatMap(each -> each.data().stream()))
                .first()
                .isEqualTo(frame.data().orElseThrow());
    }

    @Test
    void isGreetedAgainAfterItWasDown() {
        start("B");
        FarEnd b = joined("B", 5);
        List<Datagram> asked = sentWithin(20 * SECOND);
        b.packet().hello(SESSION).send();
        assertThat(events).containsExactly("B DOWN 5");

        assertThat(sentWithin(MILLI)).first().matches(each -> each.hello().isPresent());
        b.packet().feedback(asked.getLast().packet()).send();
        assertThat(events).endsWith("B UP 5");
        offer(Precedence.ROUTINE, 700);
        assertThat(sentWithin(5 * MILLI)).first().matches(each -> each.hello().isEmpty());
    }
}
