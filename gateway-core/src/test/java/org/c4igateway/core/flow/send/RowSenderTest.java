package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;
import static org.c4igateway.core.flow.OutboundFixture.CHARLIE;

import java.time.Duration;
import java.util.List;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.send.group.OutstandingRow;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.text.Unmappable;
import org.junit.jupiter.api.Test;

/** How many rows go to the transport in one turn, and which do not. */
class RowSenderTest {
    private static final int MOST = 256;

    private final SenderUnits units = new SenderUnits();
    private final RowSender sender = new RowSender(units.parts, units.recorder, units.watch, units.epochs);

    private int send() {
        return sender.send(units.group());
    }

    private OutstandingRow ready(Message message) {
        OutstandingRow row = units.read(List.of(message), "p").getFirst();
        units.group().enqueue(row);
        return row;
    }

    private Message expiring(Duration valid) {
        return Drafts.expiring(units.time.instant().plus(valid), Drafts.message(units.outbox.nextSequence(), BRAVO));
    }

    @Test
    void leavesWhatIsMoreThanOneTurnTakes() {
        units.ready(MOST + 44);

        assertThat(send()).isEqualTo(MOST);
        assertThat(units.transport.sentTo(BRAVO)).hasSize(MOST);
        assertThat(send()).isEqualTo(44);
        assertThat(units.transport.sentTo(BRAVO)).hasSize(MOST + 44).isSorted();
        assertThat(send()).isZero();
    }

    @Test
    void countsWhatItHasRefusedAsDone() {
        ready(Drafts.message(units.outbox.nextSequence(), "Z999", Precedence.ROUTINE, 10, BRAVO));
        units.ready(2);

        assertThat(send()).isEqualTo(3);
    }

    /** What the peer wants and has is known of the epoch for which the rows were read. */
    @Test
    void sendsNothingToAPeerThatIsAwayOrInAnotherEpoch() {
        units.ready(1);
        units.epochs.put(BRAVO, 2L);
        assertThat(send()).isZero();
        units.epochs.remove(BRAVO);
        assertThat(send()).isZero();
        units.epochs.put(BRAVO, 1L);
        units.transport.away(BRAVO, true);
        assertThat(send()).isZero();
        assertThat(units.transport.sentTo(BRAVO)).isEmpty();

        units.transport.away(BRAVO, false);

        assertThat(send()).isOne();
        assertThat(units.transport.sentTo(BRAVO)).hasSize(1);
    }

    @Test
    void countsWhatItSentBeforeThePeerBeganAnew() {
        units.ready(3);
        units.transport.insideSendTo(BRAVO, () -> units.epochs.put(BRAVO, 2L));

        assertThat(send()).isOne();
        assertThat(units.transport.sentTo(BRAVO)).hasSize(1);
    }

    @Test
    void endsAnExpiredRowAndGoesOnOnceThatIsWritten() {
        OutstandingRow late = ready(expiring(Duration.ofMillis(5)));
        OutstandingRow fine = units.ready(1).getFirst();
        units.time.advance(Duration.ofMillis(5));

        assertThat(send()).isZero();
        assertThat(late.isSettled()).isTrue();
        assertThat(units.transport.sentTo(BRAVO)).isEmpty();

        units.recorder.record(units.time.getAsLong());
        assertThat(send()).isOne();
        assertThat(units.transport.sentTo(BRAVO))
                .containsExactly(fine.message().id().sequence());
    }

    @Test
    void asksAboutNoMoreRowsThanCanBeNoted() {
        OutstandingRow late = ready(expiring(Duration.ofMillis(5)));
        late.markSentBefore(BRAVO);
        units.time.advance(Duration.ofMillis(5));
        units.calls.hold();
        for (int i = 0; i < RowsToNote.MOST; i++) {
            assertThat(units.recorder.asks(CHARLIE, i)).isTrue();
        }

        assertThat(send()).isZero();
        assertThat(units.transport.sentTo(BRAVO)).isEmpty();
        assertThat(units.watch.isAsked(BRAVO, 1)).isFalse();

        units.recorder.record(units.time.getAsLong());
        units.calls.letGo();
        units.recorder.record(units.time.getAsLong());
        assertThat(send()).isOne();
        assertThat(units.transport.sentTo(BRAVO)).containsExactly(1L);
        assertThat(units.watch.isAsked(BRAVO, 1)).isTrue();
    }

    /** Nobody may get a newer row before it is written that an older one is asked about. */
    @Test
    void sendsNothingNewerBeforeAQuestionIsWritten() {
        OutstandingRow late = ready(expiring(Duration.ofMillis(5)));
        late.markSentBefore(BRAVO);
        units.ready(1);
        units.time.advance(Duration.ofMillis(5));
        units.calls.hold();

        assertThat(send()).as("the question").isOne();
        assertThat(send()).isZero();

        units.calls.letGo();
        units.recorder.record(units.time.getAsLong());
        assertThat(send()).isOne();
        assertThat(units.transport.sentTo(BRAVO)).containsExactly(1L, 2L);
    }

    /** Rows are judged when they are read; here one has passed that, with a half of a character. */
    @Test
    void endsARowThatCannotBeTurnedIntoWhatTravels() {
        SenderParts parts = units.parts;
        RowSender ofOtherEncoding = new RowSender(
                new SenderParts(
                        parts.transport(),
                        parts.outbox(),
                        parts.signal(),
                        parts.rules(),
                        new EdgeText(MtfEncoding.CP949, Unmappable.REJECT),
                        parts.settings(),
                        parts.total(),
                        parts.meters(),
                        parts.trace(),
                        parts.steps(),
                        parts.nanoTime(),
                        parts.beside()),
                units.recorder,
                units.watch,
                units.epochs);
        OutstandingRow broken =
                ready(Drafts.message(units.outbox.nextSequence(), BRAVO).withPayload(new byte[] {(byte) 0xB0}));

        assertThat(ofOtherEncoding.send(units.group())).isOne();

        assertThat(broken.isSettled()).isTrue();
        assertThat(units.transport.sentTo(BRAVO)).isEmpty();
        units.recorder.record(0);
        assertThat(units.outbox.deadLetters())
                .singleElement()
                .satisfies(letter -> assertThat(letter.code()).isEqualTo(ErrorCode.EDGE_ENCODING));
    }
}
