package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.flow.Step;
import org.c4igateway.core.flow.rule.MessageJudgement;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.SubscriptionFilter.Verdict;
import org.c4igateway.core.message.ContentQuestion;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.Receipt.Rejection;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.store.Inbox.DeadLetter;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.MemoryInbox;
import org.c4igateway.core.testkit.QuickParts;
import org.c4igateway.core.testkit.ReceiptTransport;
import org.c4igateway.core.testkit.VirtualTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How each message of a batch is answered, turn by turn. */
class InboundAnswersTest {
    private static final SystemName SELF = new SystemName("SELF");

    private final MemoryInbox inbox = new MemoryInbox();
    private final ReceiptTransport transport = new ReceiptTransport();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final VirtualTime time = new VirtualTime();
    private final List<Step> steps = new ArrayList<>();
    private Verdict verdict = new Verdict.Unfiltered();
    private Predicate<Message> excluded = _ -> false;
    private @Nullable String finding;
    private InboundTurns turns = turns();

    private InboundTurns turns() {
        return new InboundTurns(inbox, parts(), time, nanos -> time.advance(Duration.ofNanos(nanos)));
    }

    private DataPathParts parts() {
        MessageRules rules =
                new MessageRules(Drafts.CATALOGUE, 1_000, message -> new MessageJudgement(null, finding), time);
        return QuickParts.of(
                SELF,
                rules,
                message -> excluded.test(message) ? new Verdict.Excluded("odd") : verdict,
                meters,
                steps::add);
    }

    /** They arrive together. */
    private void arrive(Message... messages) {
        for (Message message : messages) {
            turns.onMessage(message, transport);
        }
        turns.turn();
    }

    private Message expiring(long sequence) {
        return Drafts.expiring(VirtualTime.START.plusSeconds(10), Drafts.message(sequence, SELF));
    }

    private static Message other(Message message) {
        return message.withPayload(new byte[] {1});
    }

    /** @return what was rejected until now, and why */
    private List<Map.Entry<Long, ReasonCode>> rejected() {
        return transport.taken().stream()
                .flatMap(receipt -> receipt.rejected().stream())
                .map((Rejection each) -> Map.entry(each.sequence(), each.code()))
                .toList();
    }

    private long confirmed() {
        return transport.confirmed(Drafts.ORIGIN);
    }

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
}
