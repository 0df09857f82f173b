package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.Step;
import org.c4igateway.core.flow.rule.SubscriptionFilter.Verdict;
import org.c4igateway.core.message.ContentQuestion;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.store.Inbox.DeadLetter;
import org.c4igateway.core.testkit.Drafts;
import org.junit.jupiter.api.Test;

/** How each message of a batch is answered, turn by turn. */
class InboundAnswersTest extends AnsweringInbound {
    private double judged(String result) {
        return meters.find(MeterNames.SUBSCRIPTION_MESSAGES).tag(MeterNames.RESULT, result).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    @Test
    void confirmsWhatIsInTheInbox() {
        arrive(Drafts.message(1, SELF), Drafts.message(2, SELF));
        assertThat(confirmed()).isEqualTo(2);
        assertThat(rejected()).isEmpty();
        assertThat(steps).containsExactly(Step.INBOX_COMMITTED);
    }

    @Test
    void parksAndRejectsWhatTheRulesRefuse() {
        Message unknown = Drafts.message(1, "Z999", Precedence.ROUTINE, 10, SELF);

        arrive(unknown);

        assertThat(rejected()).containsExactly(Map.entry(1L, ErrorCode.UNKNOWN_TOPIC));
        assertThat(inbox.deadLetters()).extracting(DeadLetter::message).containsExactly(unknown);
    }

    @Test
    void rejectsWhatTheDatabaseRefuses() {
        inbox.refuse(message -> message.id().sequence() == 2);
        arrive(Drafts.message(1, SELF), Drafts.message(2, SELF));

        assertThat(confirmed()).isOne();
        assertThat(rejected()).containsExactly(Map.entry(2L, ErrorCode.DATABASE_REFUSED));
    }

    @Test
    void confirmsAgainWhatIsInTheInboxAndHasExpiredSince() {
        arrive(expiring(1));
        time.advance(Duration.ofSeconds(11));

        arrive(expiring(1), expiring(2));

        assertThat(confirmed()).isEqualTo(2);
        assertThat(rejected()).containsExactly(Map.entry(2L, ErrorCode.EXPIRED));
    }

    @Test
    void confirmsAgainWhatIsInTheInboxAndIsExcludedNow() {
        arrive(Drafts.message(1, SELF));
        verdict = new Verdict.Excluded("odd");

        arrive(Drafts.message(1, SELF), Drafts.message(2, SELF));

        assertThat(confirmed()).isEqualTo(2);
        assertThat(rejected()).containsExactly(Map.entry(2L, ErrorCode.FILTERED));
        assertThat(inbox.deadLetters()).isEmpty();
        assertThat(judged("excluded")).isEqualTo(2);
    }

    @Test
    void saysNothingOfAnExcludedMessageOfABestEffortTopic() {
        verdict = new Verdict.Excluded("odd");

        arrive(Drafts.message(1, Drafts.BEST_EFFORT, Precedence.ROUTINE, 10, SELF));

        assertThat(transport.taken()).isEmpty();
        assertThat(inbox.messages()).isEmpty();
    }

    @Test
    void deliversWhatTheFilterWantsOrHasNoAnswerFor() {
        verdict = new Verdict.Wanted();
        arrive(Drafts.message(1, SELF));
        verdict = new Verdict.Undecided("no such field");
        arrive(Drafts.message(2, SELF), Drafts.message(3, SELF));

        assertThat(confirmed()).isEqualTo(3);
        assertThat(judged("wanted")).isOne();
        assertThat(judged("undecided")).isEqualTo(2);
        assertThat(meters.find(MeterNames.SUBSCRIPTION_MESSAGES).counters()).hasSize(2);
    }

    @Test
    void parksWhatTheFilterBreaksOn() {
        verdict = new Verdict.Failed("broken");
        arrive(Drafts.message(1, SELF));

        assertThat(rejected()).containsExactly(Map.entry(1L, ErrorCode.NOT_JUDGED));
        assertThat(inbox.deadLetters()).hasSize(1);
    }

    @Test
    void countsNoVerdictWhereThereIsNoFilter() {
        arrive(Drafts.message(1, SELF));
        assertThat(meters.find(MeterNames.SUBSCRIPTION_MESSAGES).counters()).isEmpty();
    }

    @Test
    void keepsWhatWasFoundInAPayload() {
        arrive(Drafts.message(1, SELF));
        finding = "1:1: warning [set.id] odd";
        Message odd = Drafts.message(2, SELF);

        arrive(odd);

        assertThat(inbox.findings()).containsExactly(Map.entry(odd, "1:1: warning [set.id] odd"));
    }

    @Test
    void answersWhetherItHasARow() {
        arrive(expiring(1));

        arrive(ContentQuestion.about(expiring(1)), ContentQuestion.about(expiring(2)));

        assertThat(confirmed()).isEqualTo(2);
        assertThat(rejected()).containsExactly(Map.entry(2L, ErrorCode.EXPIRED));
        assertThat(inbox.messages()).containsExactly(expiring(1));
        assertThat(inbox.deadLetters()).isEmpty();
    }

    @Test
    void takesNothingAfterAllThatItHasSaidNotToHave() {
        arrive(ContentQuestion.about(expiring(1)));

        arrive(expiring(1));
        turns = turns();
        arrive(expiring(1));

        assertThat(inbox.messages()).isEmpty();
        assertThat(confirmed()).isZero();
    }

    /** It is in the inbox's list of those before any message of its batch is. */
    @Test
    void anotherProcessTakesNothingThatThisOneHasSaidNotToHave() {
        arrive(ContentQuestion.about(expiring(1)));

        turns = turns();
        arrive(expiring(1), Drafts.message(2, SELF));

        assertThat(inbox.messages()).containsExactly(Drafts.message(2, SELF));
        assertThat(rejected()).contains(Map.entry(1L, ErrorCode.EXPIRED));
    }

    @Test
    void takesNothingAfterAllThatItHasFoundExpiredWhenTheClockIsSetBack() {
        time.setClockBy(Duration.ofHours(1));
        arrive(expiring(1));
        time.setClockBy(Duration.ofHours(-1));

        arrive(expiring(1), expiring(2));

        assertThat(inbox.messages()).containsExactly(expiring(2));
        assertThat(confirmed()).isOne();
    }

    @Test
    void refusesAnotherContentOfANumberThatItHas() {
        arrive(Drafts.message(1, SELF));

        arrive(other(Drafts.message(1, SELF)), Drafts.message(2, SELF));

        assertThat(rejected()).containsExactly(Map.entry(1L, ErrorCode.IDENTITY_REUSED));
        assertThat(confirmed()).isEqualTo(2);
    }
}
