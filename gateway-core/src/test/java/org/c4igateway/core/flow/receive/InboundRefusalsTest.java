package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.ContentQuestion;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.store.Inbox.DeadLetter;
import org.c4igateway.core.testkit.Drafts;
import org.junit.jupiter.api.Test;

class InboundRefusalsTest extends InboundFlowFixture {
    /** Its origin writes down that it has expired. */
    @Test
    void takesNothingAfterAllThatItHasRefusedAsExpiredWhenTheClockIsSetBack() {
        flow.start();
        Message message = Drafts.expiring(time.instant().plusSeconds(10), Drafts.message(1, SELF));
        time.setClockBy(Duration.ofHours(1));
        flow.onMessage(message, transport);
        await().until(() -> transport.taken().size() == 1);

        time.setClockBy(Duration.ofHours(-1));
        flow.onMessage(message, transport);

        await().until(() -> transport.taken().size() == 2);
        assertThat(inbox.messages()).isEmpty();
        assertThat(inbox.deadLetters()).hasSize(1);
    }

    @Test
    void takesNothingAfterAllThatItHasSaidToBeTooLate() {
        flow.start();
        Message message = Drafts.expiring(time.instant().plusSeconds(10), Drafts.message(1, SELF));
        flow.onMessage(ContentQuestion.about(message), transport);
        await().until(() -> transport.taken().size() == 1);

        flow.onMessage(message, transport);

        await().until(() -> transport.taken().size() == 2);
        assertThat(inbox.messages()).isEmpty();
        assertThat(transport.confirmed(Drafts.ORIGIN)).isZero();
    }

    /** What an earlier process has found expired, also without the message. */
    @Test
    void takesNothingAfterAllThatAnEarlierProcessHasFoundExpiredWhenTheClockIsSetBack() {
        flow.start();
        Message late = Drafts.expiring(time.instant().plusSeconds(10), Drafts.message(1, SELF));
        Message lost = Drafts.expiring(time.instant().plusSeconds(10), Drafts.message(2, SELF));
        time.setClockBy(Duration.ofHours(1));
        flow.onMessage(late, transport);
        flow.onMessage(ContentQuestion.about(lost), transport);
        flow.onMessage(Drafts.message(3, SELF), transport);
        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 1);
        flow.close();

        time.setClockBy(Duration.ofHours(-1));
        try (InboundFlow next = new InboundFlow(inbox, List.of(), parts(), fatal::add)) {
            next.start();
            next.onMessage(late, transport);
            next.onMessage(lost, transport);
            next.onMessage(Drafts.message(4, SELF), transport);
            await().until(() -> transport.confirmed(Drafts.ORIGIN) >= 2);
        }

        assertThat(inbox.messages()).containsExactly(Drafts.message(3, SELF), Drafts.message(4, SELF));
    }

    @Test
    void answersTheQuestionAboutARowThatItHas() {
        flow.start();
        Message message = Drafts.expiring(time.instant().plusSeconds(10), Drafts.message(1, SELF));
        flow.onMessage(message, transport);
        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 1);

        flow.onMessage(ContentQuestion.about(message), transport);

        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 2);
        assertThat(inbox.messages()).containsExactly(message);
    }

    @Test
    void refusesAsExpiredWhatItIsAskedAboutAndHasNot() {
        flow.start();
        flow.onMessage(ContentQuestion.about(Drafts.message(3, SELF)), transport);

        await().until(() -> !transport.taken().isEmpty());

        assertThat(transport.taken()).singleElement().satisfies(receipt -> {
            assertThat(receipt.delivered()).isEmpty();
            assertThat(receipt.rejected()).singleElement().satisfies(rejection -> {
                assertThat(rejection.sequence()).isEqualTo(3);
                assertThat(rejection.code()).isEqualTo(ErrorCode.EXPIRED);
            });
        });
        assertThat(inbox.messages()).isEmpty();
        assertThat(inbox.deadLetters()).isEmpty();
    }

    @Test
    void refusesWhatItIsAskedAboutWhenItHasAnotherContentOfThatIdentity() {
        flow.start();
        flow.onMessage(Drafts.message(1, SELF), transport);
        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 1);

        flow.onMessage(ContentQuestion.about(Drafts.message(1, SELF).withPayload(new byte[] {1})), transport);

        await().until(() -> transport.taken().stream()
                .anyMatch(receipt -> !receipt.rejected().isEmpty()));
        assertThat(transport.confirmed(Drafts.ORIGIN)).isOne();
    }

    @Test
    void parksARefusedMessageWithItsBytesAndTellsItsOriginWhy() {
        flow.start();
        Message unknown = Drafts.message(7, "Z999", Precedence.FLASH, 33, SELF);
        Message fine = Drafts.message(8, SELF);
        flow.onMessage(unknown, transport);
        flow.onMessage(fine, transport);

        await().until(() -> transport.taken().stream()
                .anyMatch(receipt -> !receipt.rejected().isEmpty()));
        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 1);

        assertThat(inbox.messages()).containsExactly(fine);
        DeadLetter letter = inbox.deadLetters().getFirst();
        assertThat(letter.code()).isEqualTo(ErrorCode.UNKNOWN_TOPIC);
        assertThat(letter.message()).isEqualTo(unknown);
        assertThat(letter.bytes()).isEqualTo(unknown.payload());
        assertThat(transport.taken().stream().flatMap(receipt -> receipt.rejected().stream()))
                .singleElement()
                .satisfies(rejection -> {
                    assertThat(rejection.sequence()).isEqualTo(7);
                    assertThat(rejection.code()).isEqualTo(ErrorCode.UNKNOWN_TOPIC);
                });
    }

    @Test
    void tellsTheOriginOfAMessageThatTheDatabaseRefuses() {
        inbox.refuse(message -> message.id().sequence() == 2);
        flow.start();
        for (long sequence = 1; sequence <= 3; sequence++) {
            flow.onMessage(Drafts.message(sequence, SELF), transport);
        }

        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 2);
        await().until(() -> transport.taken().stream()
                .anyMatch(receipt -> !receipt.rejected().isEmpty()));

        assertThat(inbox.messages()).hasSize(2);
    }

    @Test
    void parksBytesThatAreNoMessage() {
        flow.start();
        byte[] junk = {1, 2, 3};

        flow.onMalformed("queue kmtf.SELF", ErrorCode.MALFORMED_ENVELOPE, "no origin", junk);

        await().until(() -> !inbox.deadLetters().isEmpty());
        DeadLetter letter = inbox.deadLetters().getFirst();
        assertThat(letter.message()).isNull();
        assertThat(letter.source()).isEqualTo("queue kmtf.SELF");
        assertThat(letter.bytes()).isEqualTo(junk);
        assertThat(transport.taken()).isEmpty();
    }
}
