package org.c4igateway.core.flow.rule;

import org.c4igateway.core.flow.rule.PayloadCheck.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * What the rules say of a message.
 *
 * @param refusal why it is refused, or null when it may go on
 * @param finding the worst that was found in its payload, as {@code LINE:COLUMN: error|warning [rule] text} of at most
 *     {@value #LONGEST_FINDING} characters; null when nothing was found or the payload was not looked at
 */
public record MessageJudgement(
        @Nullable Refusal refusal, @Nullable String finding) {
    /** Nothing was found. */
    public static final MessageJudgement CLEAN = new MessageJudgement(null, null);

    static final int LONGEST_FINDING = 300;

    public MessageJudgement {
        if (finding != null && finding.length() > LONGEST_FINDING) {
            finding = finding.substring(0, LONGEST_FINDING);
        }
    }

    /** @return a refusal for a reason that is not in the payload */
    public static MessageJudgement refused(Refusal refusal) {
        return new MessageJudgement(refusal, null);
    }

    /** @return the same with another reason, or with none */
    MessageJudgement with(@Nullable Refusal other) {
        return new MessageJudgement(other, finding);
    }
}
