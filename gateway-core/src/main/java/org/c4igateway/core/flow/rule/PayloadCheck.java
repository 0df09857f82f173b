package org.c4igateway.core.flow.rule;

import java.util.Objects;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.message.Message;

/** Judges the content of a payload. Pure, any thread, never throws on content. */
public interface PayloadCheck {
    /** Accepts everything. */
    PayloadCheck NONE = message -> MessageJudgement.CLEAN;

    /** @return whether the payload is refused, and the worst that was found in it */
    MessageJudgement check(Message message);

    /** @return the check of messages that arrive, where it differs from that of messages on their way out */
    default PayloadCheck ofReceived() {
        return this;
    }

    /**
     * A refusal.
     *
     * @param code stable reason
     * @param detail reason with its place, for people; at most a few hundred characters
     */
    record Refusal(ReasonCode code, String detail) {
        public Refusal {
            Objects.requireNonNull(code);
            Objects.requireNonNull(detail);
        }
    }
}
