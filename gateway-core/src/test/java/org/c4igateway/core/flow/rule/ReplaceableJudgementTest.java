package org.c4igateway.core.flow.rule;

import static org.assertj.core.api.Assertions.assertThat;

import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.rule.PayloadCheck.Refusal;
import org.c4igateway.core.flow.rule.SubscriptionFilter.Verdict;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.Drafts;
import org.junit.jupiter.api.Test;

/** What a running node judges by after a change of its configuration. */
class ReplaceableJudgementTest {
    private static final SystemName BRAVO = new SystemName("BRAVO");
    private static final Message MESSAGE = Drafts.message(1, BRAVO);

    /** Says its name of everything; of what arrives it says it in capitals. */
    private static PayloadCheck naming(String name) {
        return new PayloadCheck() {
            @Override
            public MessageJudgement check(Message message) {
                return new MessageJudgement(null, name);
            }

            @Override
            public PayloadCheck ofReceived() {
                return message -> new MessageJudgement(null, "received " + name);
            }
        };
    }

    private static Refusal refusal(String name) {
        return new Refusal(ErrorCode.NOT_RELEASED, name);
    }

    @Test
    void judgesByWhatIsCurrentAtEachCall() {
        ReplaceableJudgement judgement = new ReplaceableJudgement(
                naming("first"), message -> new Verdict.Excluded("first"), (message, to) -> refusal("first"));
        PayloadCheck check = judgement.check();
        PayloadCheck received = check.ofReceived();
        SubscriptionFilter filter = judgement.filter();
        ReleaseRule release = judgement.release();
        assertThat(check.check(MESSAGE).finding()).isEqualTo("first");
        assertThat(received.check(MESSAGE).finding()).isEqualTo("received first");
        assertThat(filter.judge(MESSAGE)).isEqualTo(new Verdict.Excluded("first"));
        assertThat(release.refusal(MESSAGE, BRAVO)).isEqualTo(refusal("first"));

        judgement.replace(
                naming("second"), message -> new Verdict.Excluded("second"), (message, to) -> refusal("second"));

        assertThat(check.check(MESSAGE).finding()).isEqualTo("second");
        assertThat(received.check(MESSAGE).finding()).isEqualTo("received second");
        assertThat(filter.judge(MESSAGE)).isEqualTo(new Verdict.Excluded("second"));
        assertThat(release.refusal(MESSAGE, BRAVO)).isEqualTo(refusal("second"));
    }

    @Test
    void acceptsEverythingWhereNothingIsConfigured() {
        assertThat(PayloadCheck.NONE.check(MESSAGE)).isEqualTo(MessageJudgement.CLEAN);
        assertThat(PayloadCheck.NONE.ofReceived()).isSameAs(PayloadCheck.NONE);
        assertThat(SubscriptionFilter.NONE.judge(MESSAGE)).isEqualTo(new Verdict.Unfiltered());
        assertThat(ReleaseRule.OPEN.refusal(MESSAGE, BRAVO)).isNull();
    }

    @Test
    void keepsAFindingShort() {
        int longest = MessageJudgement.LONGEST_FINDING;
        assertThat(new MessageJudgement(null, "x".repeat(longest)).finding()).hasSize(longest);
        assertThat(new MessageJudgement(null, "x".repeat(longest + 1)).finding())
                .isEqualTo("x".repeat(longest));
        assertThat(MessageJudgement.CLEAN.finding()).isNull();
    }
}
