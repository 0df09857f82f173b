package org.c4igateway.core.flow.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.rule.PayloadCheck.Refusal;
import org.c4igateway.core.flow.rule.SubscriptionFilter.Verdict;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.VirtualTime;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.text.Unmappable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What becomes of a message on which the rules or the filter break, and how a refusal is explained. */
class JudgeTest {
    private static final SystemName SELF = new SystemName("SELF");
    private static final int MAX_BYTES = 100;
    private static final Message MESSAGE = Drafts.message(1, SELF);
    private static final MessageJudgement ODD = new MessageJudgement(null, "1:1: warning [set.id] odd");

    private final VirtualTime time = new VirtualTime();

    private Judge judge(PayloadCheck check) {
        return judge(check, EdgeText.UTF_8);
    }

    private Judge judge(PayloadCheck check, EdgeText edge) {
        return new Judge(new MessageRules(Drafts.CATALOGUE, MAX_BYTES, check, time), SubscriptionFilter.NONE, edge);
    }

    private static PayloadCheck throwing(RuntimeException failure) {
        return message -> {
            throw failure;
        };
    }

    private static PayloadCheck throwing(Error failure) {
        return message -> {
            throw failure;
        };
    }

    private static Refusal refusal(MessageJudgement judgement) {
        @Nullable Refusal refusal = judgement.refusal();
        assertThat(refusal).isNotNull();
        return refusal == null ? new Refusal(ErrorCode.DEFECT, "") : refusal;
    }

    @Test
    void refusesAMessageOnWhichTheRulesBreakAndSaysHow() {
        RuntimeException odd = new IllegalStateException("odd");
        assertRefused(throwing(odd), odd);
        Error deep = new StackOverflowError("odd");
        assertRefused(throwing(deep), deep);
        Error missing = new NoClassDefFoundError("odd");
        assertRefused(throwing(missing), missing);
    }

    private void assertRefused(PayloadCheck broken, Throwable failure) {
        Judge judge = judge(broken);

        Refusal refusal = refusal(judge.judgement(MESSAGE));

        assertThat(refusal.code()).isEqualTo(ErrorCode.NOT_JUDGED);
        assertThat(refusal.detail()).isEqualTo("the rules failed on it: " + failure);
        assertThat(refusal(judge.judgementOfRow(MESSAGE)).code()).isEqualTo(ErrorCode.NOT_JUDGED);
        assertThat(judge.checkAhead(MESSAGE))
                .as("asked again for the judgement")
                .isNull();
    }

    @Test
    void keepsTheReasonShort() {
        Refusal refusal = refusal(
                judge(throwing(new IllegalStateException("x".repeat(1_000)))).judgement(MESSAGE));

        assertThat(refusal.detail()).hasSize(300).startsWith("the rules failed on it: ");
    }

    @Test
    void throwsOnWhatSaysNothingOfTheMessage() {
        GatewayException away = new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, "away", null);
        assertThatThrownBy(() -> judge(throwing(away)).judgement(MESSAGE)).isSameAs(away);

        Error memory = new OutOfMemoryError("none left");
        assertThatThrownBy(() -> judge(throwing(memory)).judgement(MESSAGE)).isSameAs(memory);
        assertThatThrownBy(() -> judge(throwing(memory)).checkAhead(MESSAGE)).isSameAs(memory);
    }

    @Test
    void saysThatTheFilterHasFailed() {
        Judge judge = new Judge(
                new MessageRules(Drafts.CATALOGUE, MAX_BYTES, PayloadCheck.NONE, time),
                message -> {
                    throw new IllegalStateException("odd");
                },
                EdgeText.UTF_8);

        assertThat(judge.verdict(MESSAGE))
                .isEqualTo(new Verdict.Failed("its filter failed on it: java.lang.IllegalStateException: odd"));
    }

    @Test
    void saysWhatTheFilterSays() {
        Judge judge = new Judge(
                new MessageRules(Drafts.CATALOGUE, MAX_BYTES, PayloadCheck.NONE, time),
                message -> new Verdict.Excluded("odd"),
                EdgeText.UTF_8);

        assertThat(judge.verdict(MESSAGE)).isEqualTo(new Verdict.Excluded("odd"));
    }

    @Test
    void takesWhatWasFoundAheadAndLooksAtNothingAgain() {
        Judge judge = judge(throwing(new AssertionError("looked again")));

        assertThat(judge.judgement(MESSAGE, ODD)).isEqualTo(ODD);
    }

    @Test
    void findsThePayloadAhead() {
        assertThat(judge(message -> ODD).checkAhead(MESSAGE)).isEqualTo(ODD);
    }

    @Test
    void looksAtNoPayloadAheadOfAMessageThatIsRefusedAnyhow() {
        Message late = Drafts.expiring(time.instant(), MESSAGE);

        assertThat(judge(message -> ODD).checkAhead(late)).isNull();
        assertThat(refusal(judge(message -> ODD).judgement(late, ODD)).code()).isEqualTo(ErrorCode.EXPIRED);
    }

    @Test
    void explainsWhichEncodingAPayloadHasInstead() {
        PayloadCheck encoding =
                message -> new MessageJudgement(new Refusal(ErrorCode.INVALID_ENCODING, "byte by byte"), "worst");
        Message korean = MESSAGE.withPayload("GENTEXT/상황/적 탱크 3대//\n".getBytes(MtfEncoding.CP949.charset()));
        Message broken = MESSAGE.withPayload(new byte[] {(byte) 0xFF, (byte) 0xFF});

        MessageJudgement explained = judge(encoding).judgement(korean);

        assertThat(refusal(explained).code()).isEqualTo(ErrorCode.INVALID_ENCODING);
        assertThat(refusal(explained).detail()).contains(EdgeText.KEY_AT_ORIGIN).doesNotContain("byte by byte");
        assertThat(explained.finding()).isEqualTo("worst");
        assertThat(refusal(judge(encoding).judgementOfRow(korean)).detail()).contains("set " + EdgeText.KEY + ":");
        assertThat(refusal(judge(encoding).judgement(broken)).detail()).isEqualTo("byte by byte");
    }

    @Test
    void explainsNoOtherRefusal() {
        PayloadCheck malformed =
                message -> MessageJudgement.refused(new Refusal(ErrorCode.MALFORMED_PAYLOAD, "1:1 bad"));
        Message korean = MESSAGE.withPayload("GENTEXT/상황//\n".getBytes(MtfEncoding.CP949.charset()));

        assertThat(refusal(judge(malformed).judgement(korean)).detail()).isEqualTo("1:1 bad");
    }

    @Test
    void saysWhichSizeOfARowIsTooLarge() {
        EdgeText korean = new EdgeText(MtfEncoding.CP949, Unmappable.REJECT);
        byte[] inRow = "상황".repeat(20).getBytes(MtfEncoding.CP949.charset());
        int travelling = "상황".repeat(20).getBytes(StandardCharsets.UTF_8).length;
        assertThat(inRow.length).isLessThan(MAX_BYTES);
        assertThat(travelling).isGreaterThan(MAX_BYTES);

        Refusal converted = refusal(judge(PayloadCheck.NONE, korean).judgementOfRow(MESSAGE.withPayload(inRow)));
        Refusal asItIs = refusal(judge(PayloadCheck.NONE)
                .judgementOfRow(MESSAGE.withPayload("x".repeat(MAX_BYTES + 1).getBytes(StandardCharsets.UTF_8))));

        assertThat(converted.code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE);
        assertThat(converted.detail())
                .isEqualTo("payload of " + travelling + " bytes; at most " + MAX_BYTES
                        + "; it is measured in UTF-8, the row has " + inRow.length + " bytes");
        assertThat(asItIs.detail()).isEqualTo("payload of 101 bytes; at most 100");
    }

    @Test
    void refusesARowThatIsNotInItsEncoding() {
        EdgeText korean = new EdgeText(MtfEncoding.CP949, Unmappable.REJECT);

        Refusal refusal =
                refusal(judge(PayloadCheck.NONE, korean).judgementOfRow(MESSAGE.withPayload(new byte[] {(byte) 0xB0})));

        assertThat(refusal.code()).isEqualTo(ErrorCode.EDGE_ENCODING);
    }

    @Test
    void letsARowGoOnWithWhatWasFoundInIt() {
        assertThat(judge(message -> ODD).judgementOfRow(MESSAGE)).isEqualTo(ODD);
        time.advance(Duration.ofDays(1));
        assertThat(judge(message -> ODD).judgement(MESSAGE)).isEqualTo(ODD);
    }
}
