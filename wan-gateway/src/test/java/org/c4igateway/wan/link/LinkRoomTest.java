package org.c4igateway.wan.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.Datagram;
import org.c4igateway.wan.frame.DatagramLayout;
import org.c4igateway.wan.frame.Feedback;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.junit.jupiter.api.Test;

/** What has room beside feedback in the smallest datagrams there are, of 448 bytes. */
class LinkRoomTest extends LoneEngineFixture {
    private static final int DATAGRAM = 448;
    private static final LinkSettings SMALL = new LinkSettings(
            new LinkSettings.Rate(8_000_000, (int) WIRE_BYTES, DATAGRAM),
            SETTINGS.shares(),
            SETTINGS.bounds(),
            SETTINGS.patience());

    /** A frame is missing, and then every second one up to this. */
    private static void missing(FarEnd far, int last) {
        far.packet().frame(Precedence.ROUTINE, 0).send();
        for (int sequence = last; sequence > 1; sequence -= 2) {
            far.packet().frame(Precedence.ROUTINE, sequence).send();
        }
    }

    private List<FarEnd> joinedGroup() {
        start(SMALL, "B", "C");
        return joined(far("B", 5), far("C", 6));
    }

    /** At most half of the datagram, a bit for each sequence; the peer takes no parts. */
    @Test
    void describesNoMoreThanFitsHalfADatagram() {
        List<FarEnd> group = joinedGroup();
        missing(group.getFirst(), 2_501);
        group.getFirst().packet().poll().send();

        Feedback feedback = sent().feedback().getFirst();

        assertThat(feedback.levels().getFirst().received().length()).isEqualTo(DATAGRAM / 2 * 8);
    }

    /** It understands parts, since it told a window. */
    @Test
    void describesTheRestInPartsForAPeerThatTellsAWindow() {
        start(SMALL, "B");
        FarEnd b = joined("B", 5);
        b.packet().hello(100, SESSION).send();
        missing(b, 2_501);
        b.packet().poll().send();

        Feedback first = sent().feedback().getFirst();

        assertThat(first.levels().getFirst().more()).isTrue();
        List<Datagram> rest = sentWithin(100 * MILLI);
        assertThat(rest).isNotEmpty();
        assertThat(rest.getLast().feedback().getFirst().levels().getFirst().highest())
                .isEqualTo(2_501);
    }

    @Test
    void describesNoMoreThan8000SequencesInALargeDatagram() {
        LinkSettings large =
                new LinkSettings(LinkSettings.Rate.of(8_000_000), SETTINGS.shares(), wide(10_000), SETTINGS.patience());
        start(large, "B");
        FarEnd b = joined("B", 5);
        missing(b, 9_001);
        b.packet().poll().send();

        assertThat(sent().feedback().getFirst().levels().getFirst().received().length())
                .as("half of 1,288 bytes is less")
                .isEqualTo(1_288 / 2 * 8);
    }

    private static LinkSettings.Bounds wide(int window) {
        return new LinkSettings.Bounds(100_000, 1 << 28, 1 << 20, window, 65_536);
    }

    /** Feedback about both peers grows byte by byte until one of them has no room. */
    @Test
    void tellsOnlyWhatFitsAndTheRestInTheNextDatagram() {
        int together = 0;
        int apart = 0;
        for (int last = 1_001; last < 1_500; last += 8) {
            List<FarEnd> group = joinedGroup();
            missing(group.getFirst(), 1_793);
            missing(group.getLast(), last);
            now += 100 * MILLI;
            group.forEach(far -> far.packet().poll().send());
            now += 100 * MILLI;
            List<Feedback> feedback = new ArrayList<>(sent().feedback());
            boolean both = feedback.size() == 2;
            together += both ? 1 : 0;
            apart += both ? 0 : 1;
            if (!both) {
                feedback.addAll(sentWithin(MILLI).getFirst().feedback());
            }
            assertThat(feedback).extracting(Feedback::session).containsExactly(5L, 6L);
            assertThat(DatagramLayout.roomForData(Optional.empty(), feedback, DATAGRAM) >= 0)
                    .as("up to " + last)
                    .isEqualTo(both);
        }
        assertThat(together).isPositive();
        assertThat(apart).isPositive();
    }

    /** Feedback goes along with a frame where that leaves 128 bytes for records. */
    @Test
    void sendsFeedbackAloneWhereItLeavesTooLittleForRecords() {
        int along = 0;
        int alone = 0;
        for (int last = 201; last < 600; last += 8) {
            List<FarEnd> group = joinedGroup();
            missing(group.getFirst(), 1_793);
            missing(group.getLast(), last);
            now += 100 * MILLI;
            offer(Precedence.ROUTINE, 2_000);
            Datagram frame = sent();
            boolean isAlong = !frame.feedback().isEmpty();
            along += isAlong ? 1 : 0;
            alone += isAlong ? 0 : 1;
            List<Feedback> feedback = isAlong ? frame.feedback() : feedbackOf(sentWithin(20 * MILLI));
            assertThat(feedback).hasSize(2);
            assertThat(DatagramLayout.roomForData(Optional.empty(), feedback, 0, 0, DATAGRAM) >= 128)
                    .as("up to " + last)
                    .isEqualTo(isAlong);
        }
        assertThat(along).isPositive();
        assertThat(alone).isPositive();
    }

    private static List<Feedback> feedbackOf(List<Datagram> sent) {
        return sent.stream()
                .map(Datagram::feedback)
                .filter(feedback -> !feedback.isEmpty())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void fillsWhatFeedbackLeavesOfAFrame() {
        for (int record = 100; record < 420; record++) {
            start(SMALL, "B");
            FarEnd b = joined("B", 5);
            b.packet().frame(Precedence.ROUTINE, 0).send();
            now += SECOND;
            offer(Precedence.ROUTINE, record);

            OutgoingDatagram first = outgoing();

            assertThat(first.body().length).isLessThanOrEqualTo(DATAGRAM);
            assertThat(first.precedence()).contains(Precedence.ROUTINE);
            assertThat(sentWithin(100 * MILLI))
                    .as("feedback went along with " + record)
                    .allMatch(each -> each.feedback().isEmpty());
        }
    }

    /** It was made for a datagram without feedback. */
    @Test
    void repairsAFullFrameWithoutFeedback() {
        start(SMALL, "B");
        FarEnd b = joined("B", 5);
        offer(Precedence.ROUTINE, 600);
        List<Datagram> sent = sentWithin(10 * MILLI);
        assertThat(sent).hasSize(2);
        b.packet()
                .frame(Precedence.ROUTINE, 0)
                .feedback(sent.getLast().packet(), frames(Precedence.ROUTINE, 0, 1))
                .send();
        now += SECOND;

        Datagram repair = sent();

        assertThat(repair.data()).isEqualTo(sent.getFirst().data());
        assertThat(repair.feedback()).isEmpty();
        assertThat(sentWithin(10 * MILLI))
                .first()
                .matches(each -> !each.feedback().isEmpty());
        assertThat(events).as("nothing was given up").containsExactly("B ROUTINE 0");
    }

    @Test
    void repairsASmallFrameAlongWithFeedback() {
        start(SMALL, "B");
        FarEnd b = joined("B", 5);
        offer(Precedence.ROUTINE, 100);
        Datagram lost = sentWithin(MILLI).getFirst();
        offer(Precedence.ROUTINE, 100);
        Datagram last = sentWithin(MILLI).getFirst();
        b.packet()
                .frame(Precedence.ROUTINE, 0)
                .feedback(last.packet(), frames(Precedence.ROUTINE, 0, 1))
                .send();
        now += SECOND;

        Datagram repair = sent();

        assertThat(repair.data()).isEqualTo(lost.data());
        assertThat(repair.feedback()).hasSize(1);
    }
}
