package org.c4igateway.wan.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.Datagram;
import org.c4igateway.wan.link.record.Payload;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What goes out first, what asks for an answer, and what goes along. */
class LinkSenderTest extends LoneEngineFixture {
    private static final LinkSettings.Shares LITTLE_FEEDBACK = new LinkSettings.Shares(0.05, 0.75, 0.1, 0.001, 0.04);

    private static boolean isFrameOf(Datagram datagram, Precedence precedence) {
        return datagram.data().filter(data -> data.level() == precedence.code()).isPresent();
    }

    @Test
    void answersBeforeWhatIsLessUrgentThanFlash() {
        start("B");
        FarEnd b = joined("B", 5);
        offer(Precedence.IMMEDIATE, 700);
        b.packet().poll().send();

        Datagram answer = sent();

        assertThat(answer.data()).isEmpty();
        assertThat(answer.feedback()).hasSize(1);
        assertThat(sentWithin(MILLI).getFirst().data()).isPresent();
    }

    @Test
    void sendsFlashBeforeAnAnswerWhichGoesAlong() {
        start("B");
        FarEnd b = joined("B", 5);
        offer(Precedence.FLASH, 700);
        b.packet().poll().send();

        Datagram flash = sent();

        assertThat(isFrameOf(flash, Precedence.FLASH)).isTrue();
        assertThat(flash.feedback()).hasSize(1);
        assertThat(sentWithin(100 * MILLI))
                .as("it was told")
                .allMatch(each -> each.feedback().isEmpty());
    }

    @Test
    void sendsFeedbackThatIsDueAlongWithAFrame() {
        start("B");
        FarEnd b = joined("B", 5);
        b.packet().frame(Precedence.ROUTINE, 0).send();
        now += SECOND;
        offer(Precedence.ROUTINE, 700);

        Datagram frame = sent();

        assertThat(isFrameOf(frame, Precedence.ROUTINE)).isTrue();
        assertThat(frame.feedback()).hasSize(1);
    }

    @Test
    void keepsFeedbackThatIsNotDueFromAFrame() {
        start("B");
        FarEnd b = joined("B", 5);
        b.packet().poll().send();
        sent();
        b.packet().frame(Precedence.ROUTINE, 0).send();
        now += MILLI;
        assertThat(engine().wakeNanos(now)).as("not due").isGreaterThan(now);
        offer(Precedence.ROUTINE, 700);

        Datagram frame = sent();

        assertThat(isFrameOf(frame, Precedence.ROUTINE)).isTrue();
        assertThat(frame.feedback()).isEmpty();
    }

    @Test
    void sendsFeedbackThatIsNotDueAlongWithAGreeting() {
        start("B");
        FarEnd b = joined("B", 5);
        b.packet().poll().send();
        sent();
        b.packet().hello().frame(Precedence.ROUTINE, 0).send();
        now += MILLI;

        Datagram greeting = sent();

        assertThat(greeting.hello()).isPresent();
        assertThat(greeting.feedback()).hasSize(1);
        assertThat(greeting.poll()).as("the greeted peer is to confirm").isTrue();
    }

    @Test
    void answersWithoutAGreetingWhereNobodyNeedsOne() {
        start("B");
        FarEnd b = joined("B", 5);
        b.packet().poll().send();

        Datagram answer = sent();

        assertThat(answer.hello()).isEmpty();
        assertThat(answer.poll()).isFalse();
    }

    @Test
    void answersWithAGreetingWhileAPeerHasNotConfirmedAnything() {
        start("B");
        sentWithin(100 * MILLI);
        FarEnd b = far("B", 5);
        b.packet().hello(SESSION).poll().send();
        for (int times = 0; times < 3; times++) {
            Datagram answer = sent();
            assertThat(answer.hello()).isPresent();
            assertThat(answer.poll()).isTrue();
            now += 5 * MILLI;
            b.packet().poll().send();
        }
    }

    @Test
    void pollsWithTheLastFrameOfAnUrgentLevel() {
        start("B");
        joined("B", 5);
        for (Precedence urgent : List.of(Precedence.FLASH, Precedence.IMMEDIATE)) {
            offer(urgent, 700);
            offer(urgent, 700);
        }
        offer(Precedence.ROUTINE, 700);

        List<Datagram> sent = sentWithin(6 * MILLI);

        assertThat(sent.stream().filter(each -> isFrameOf(each, Precedence.FLASH)))
                .extracting(Datagram::poll)
                .containsExactly(false, true);
        assertThat(sent.stream().filter(each -> isFrameOf(each, Precedence.IMMEDIATE)))
                .extracting(Datagram::poll)
                .containsExactly(false, true);
    }

    @Test
    void pollsWithTheLastFrameOfAll() {
        start("B");
        joined("B", 5);
        offer(Precedence.PRIORITY, 700);
        offer(Precedence.ROUTINE, 700);
        offer(Precedence.ROUTINE, 700);

        List<Datagram> sent = sentWithin(6 * MILLI);

        assertThat(sent)
                .extracting(each -> each.data().orElseThrow().level())
                .startsWith(2)
                .endsWith(3);
        assertThat(sent.getLast().poll()).isTrue();
        assertThat(sent.subList(0, sent.size() - 1)).noneMatch(Datagram::poll);
    }

    @Test
    void countsWhatGoesOutWithoutAFrame() {
        start("B");
        OutgoingDatagram knock = outgoing();
        assertThat(knock.precedence()).isEmpty();
        long control = knock.body().length + WIRE_BYTES;
        assertThat(engine().snapshot(now).controlWireBytes()).isEqualTo(control);

        FarEnd b = far("B", 5);
        b.packet().hello(SESSION).feedback(0).send();
        now += MILLI;
        offer(Precedence.FLASH, 700);
        OutgoingDatagram flash = outgoing();
        assertThat(flash.precedence()).contains(Precedence.FLASH);
        assertThat(engine().snapshot(now).controlWireBytes()).isEqualTo(control);
        assertThat(level(Precedence.FLASH).traffic().wireBytes()).isEqualTo(flash.body().length + WIRE_BYTES);

        b.packet().poll().send();
        now += SECOND;
        control += outgoing().body().length + WIRE_BYTES;
        assertThat(engine().snapshot(now).controlWireBytes()).isEqualTo(control);
    }

    /** Feedback costs 100 ms of a link that leaves little for it, and an eighth of that beside a frame. */
    @Test
    void feedbackBesideAFrameCostsLittle() {
        LinkSettings settings =
                new LinkSettings(SETTINGS.rate(), LITTLE_FEEDBACK, SETTINGS.bounds(), SETTINGS.patience());
        start(settings, "B");
        now += SECOND;
        FarEnd b = joined("B", 5);
        now += SECOND;

        b.packet().frame(Precedence.ROUTINE, 0).send();
        offer(Precedence.ROUTINE, 100);
        Datagram frame = sent();
        assertThat(frame.data()).isPresent();
        assertThat(frame.feedback()).hasSize(1);
        b.packet()
                .frame(Precedence.ROUTINE, 1)
                .feedback(frame.packet(), frames(Precedence.ROUTINE, 1))
                .send();
        long begin = now;
        now += 13 * MILLI;
        assertThat(sent().feedback()).as("12.5 ms later").hasSize(1);

        b.packet().frame(Precedence.ROUTINE, 2).send();
        now = begin + 112 * MILLI;
        assertThat(next()).as("it went alone").isNull();
        now = begin + 114 * MILLI;
        assertThat(sent().feedback()).hasSize(1);
    }

    /** One record fills what is looked at in one go. */
    @Test
    void givesUpUntilTheNextCallAfter16DecisionsThatCameToNothing() {
        start("B");
        joined("B", 5);
        for (int record = 0; record < 20; record++) {
            offer(Precedence.ROUTINE, "T", new Payload() {
                @Override
                public int size() {
                    return 10_000;
                }

                @Override
                public byte @Nullable [] read() {
                    return null;
                }
            });
        }

        assertThat(next()).isNull();

        assertThat(events)
                .containsExactlyElementsOf(IntStream.range(0, 16)
                        .mapToObj(record -> record + " DROPPED_UNREADABLE")
                        .toList());
        assertThat(engine().wakeNanos(now)).as("there is more").isEqualTo(now);
        assertThat(next()).isNull();
        assertThat(events).hasSize(20);
    }

    @Test
    void answers15PeersInOneDatagram() {
        String[] names = IntStream.range(0, 20).mapToObj(peer -> "P" + peer).toArray(String[]::new);
        start(names);
        sentWithin(SECOND);
        for (int peer = 0; peer < 20; peer++) {
            FarEnd far = far("P" + peer, 100 + peer);
            far.packet().hello(SESSION).feedback(0).send();
            far.packet().poll().send();
        }
        List<Datagram> sent = sentWithin(10 * MILLI);
        assertThat(sent).extracting(each -> each.feedback().size()).startsWith(15, 5);
        assertThat(sent.get(1).feedback().getLast().session()).isEqualTo(119);
    }

    @Test
    void wakesWhenItHasSomethingToDo() {
        start("B");
        assertThat(engine().wakeNanos(now)).as("knocks").isEqualTo(now);
        FarEnd b = joined("B", 5);
        assertThat(next()).isNull();
        assertThat(engine().wakeNanos(now)).as("asks").isEqualTo(now + 3 * SECOND);

        b.packet().hello().send();
        assertThat(engine().wakeNanos(now)).as("greets").isLessThanOrEqualTo(now);
        sent();
        offer(Precedence.ROUTINE, 700);
        long free = engine().wakeNanos(now);
        assertThat(free).as("when the link is free").isGreaterThan(now);
        now = free;
        assertThat(sent().data()).isPresent();
    }

    @Test
    void pacesAtANewRate() {
        start("B");
        joined("B", 5);
        next();
        engine().rate(SETTINGS.rate().bitsPerSecond() / 10);
        offer(Precedence.ROUTINE, 900);
        offer(Precedence.ROUTINE, 900);

        int bytes = outgoing().body().length + (int) WIRE_BYTES;

        assertThat(engine().wakeNanos(now)).isEqualTo(now + bytes * 10L * 1_000);
    }
}
