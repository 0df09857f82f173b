package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.ContentQuestion;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.store.Inbox.DeadLetter;
import org.c4igateway.core.testkit.Drafts;
import org.junit.jupiter.api.Test;

/** How two contents of one number are answered that come in one batch. */
class TwoContentsTest extends AnsweringInbound {
    /** A receipt names the number only: for which of the two would it be? */
    @Test
    void answersNeitherOfTwoContentsOfANumberThatComeTogetherWhyeverOneIsParked() {
        Message fine = Drafts.message(1, SELF);
        inbox.refuse(message -> message.equals(other(fine)));

        arrive(fine, other(fine));
        assertThat(transport.taken()).isEmpty();

        arrive(other(fine));
        assertThat(rejected()).containsExactly(Map.entry(1L, ErrorCode.DATABASE_REFUSED));
        assertThat(confirmed()).isZero();
        arrive(fine);
        assertThat(confirmed()).isOne();
    }

    @Test
    void answersNeitherOfTwoContentsOfANumberThatComeTogetherWhenTheRulesRefuseOne() {
        Message fine = Drafts.message(1, SELF);
        Message unknown = Drafts.message(1, "Z999", Precedence.ROUTINE, 10, SELF);

        arrive(unknown, fine);
        assertThat(transport.taken()).isEmpty();
        assertThat(inbox.deadLetters()).extracting(DeadLetter::message).containsExactly(unknown);

        arrive(fine);
        assertThat(confirmed()).isOne();
        arrive(unknown);
        assertThat(rejected()).containsExactly(Map.entry(1L, ErrorCode.UNKNOWN_TOPIC));
    }

    @Test
    void answersNeitherOfTwoContentsOfANumberThatComeTogetherWhenTheFilterExcludesOne() {
        Message fine = Drafts.message(1, SELF);
        excluded = message -> message.equals(other(fine));

        arrive(fine, other(fine));
        assertThat(transport.taken()).isEmpty();
        arrive(other(fine));
        assertThat(rejected()).containsExactly(Map.entry(1L, ErrorCode.FILTERED));
        excluded = message -> message.equals(fine);
        arrive(fine, other(fine));
        assertThat(transport.taken()).hasSize(1);
        arrive(fine);
        assertThat(confirmed()).isOne();
    }

    /** A restored origin has given the number to another row; the first one expired on the way. */
    @Test
    void answersNoQuestionAboutARowWhoseNumberAnotherOneHas() {
        Message another = other(expiring(1));

        arrive(another, ContentQuestion.about(expiring(1)));

        assertThat(inbox.messages()).containsExactly(another);
        assertThat(transport.taken()).isEmpty();

        arrive(ContentQuestion.about(expiring(1)));
        assertThat(rejected()).containsExactly(Map.entry(1L, ErrorCode.EXPIRED));
    }
}
