package org.c4igateway.core.flow.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.flow.rule.PayloadCheck.Refusal;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.VirtualTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MessageRulesTest {
    private static final SystemName BRAVO = new SystemName("BRAVO");

    private final VirtualTime time = new VirtualTime();
    private final MessageRules rules = new MessageRules(Drafts.CATALOGUE, 100, PayloadCheck.NONE, time);

    @Test
    void letsAValidMessageGoOn() {
        assertThat(rules.judge(Drafts.message(1, BRAVO)).refusal()).isNull();
        assertThat(rules.judge(sized(1)).refusal()).isNull();
        assertThat(rules.judge(sized(100)).refusal()).isNull();
    }

    @Test
    void refusesTheTopicThatIsNotInTheCatalogue() {
        Message unknown = Drafts.message(1, "Z999", Precedence.FLASH, 10, BRAVO);

        assertThat(codeOf(rules.judge(unknown))).isEqualTo(ErrorCode.UNKNOWN_TOPIC);
        assertThat(rules.isReliable(unknown)).isFalse();
    }

    @Test
    void refusesPayloadsOutsideTheBounds() {
        assertThat(codeOf(rules.judge(sized(0)))).isEqualTo(ErrorCode.EMPTY_PAYLOAD);
        assertThat(codeOf(rules.judge(sized(101)))).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE);
    }

    @Test
    void refusesFromTheInstantOfExpiryOn() {
        Message message = Drafts.expiring(VirtualTime.START.plusSeconds(5), Drafts.message(1, BRAVO));

        time.advance(Duration.ofSeconds(5).minusNanos(1));
        assertThat(rules.judge(message).refusal()).isNull();
        time.advance(Duration.ofNanos(1));
        assertThat(codeOf(rules.judge(message))).isEqualTo(ErrorCode.EXPIRED);
    }

    @Test
    void asksThePayloadCheckLast() {
        Refusal malformed = new Refusal(ErrorCode.MALFORMED_PAYLOAD, "1:1");
        MessageRules strict =
                new MessageRules(Drafts.CATALOGUE, 100, message -> MessageJudgement.refused(malformed), time);

        assertThat(strict.judge(Drafts.message(1, BRAVO)).refusal()).isEqualTo(malformed);
        assertThat(codeOf(strict.judge(sized(101)))).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE);
    }

    @Test
    void knowsWhichTopicsAreConfirmed() {
        assertThat(rules.isReliable(Drafts.message(1, BRAVO))).isTrue();
        assertThat(rules.isReliable(Drafts.message(1, Drafts.BEST_EFFORT, Precedence.FLASH, 10, BRAVO)))
                .isFalse();
    }

    @Test
    void hasABound() {
        assertThatThrownBy(() -> new MessageRules(Drafts.CATALOGUE, 0, PayloadCheck.NONE, time))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(new MessageRules(Drafts.CATALOGUE, 1, PayloadCheck.NONE, time).maxPayloadBytes())
                .isEqualTo(1);
    }

    @Test
    void hasOtherChecksForWhatArrives() {
        Refusal arrives = new Refusal(ErrorCode.MALFORMED_PAYLOAD, "arrives");
        MessageRules sent = new MessageRules(
                Drafts.CATALOGUE,
                100,
                new PayloadCheck() {
                    @Override
                    public MessageJudgement check(Message message) {
                        return MessageJudgement.CLEAN;
                    }

                    @Override
                    public PayloadCheck ofReceived() {
                        return message -> MessageJudgement.refused(arrives);
                    }
                },
                time);

        assertThat(sent.judge(Drafts.message(1, BRAVO)).refusal()).isNull();
        assertThat(sent.ofReceived().judge(Drafts.message(1, BRAVO)).refusal()).isEqualTo(arrives);
        assertThat(codeOf(sent.ofReceived().judge(sized(101)))).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE);
    }

    @Test
    void knowsHowOldAMessageIs() {
        Message message = Drafts.message(1, BRAVO);
        time.advance(Duration.ofHours(5));

        assertThat(rules.isOlder(message, Duration.ofHours(5))).isFalse();
        assertThat(rules.isOlder(message, Duration.ofHours(5).minusNanos(1))).isTrue();
    }

    private static Message sized(int payloadBytes) {
        return Drafts.message(1, Drafts.RELIABLE, Precedence.ROUTINE, payloadBytes, BRAVO);
    }

    private static @Nullable ReasonCode codeOf(MessageJudgement judgement) {
        Refusal refusal = judgement.refusal();
        return refusal == null ? null : refusal.code();
    }
}
