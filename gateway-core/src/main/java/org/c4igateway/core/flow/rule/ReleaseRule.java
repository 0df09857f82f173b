package org.c4igateway.core.flow.rule;

import org.c4igateway.core.flow.rule.PayloadCheck.Refusal;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.SystemName;
import org.jspecify.annotations.Nullable;

/** Decides whether a message may go to a destination at all. Pure, any thread. */
@FunctionalInterface
public interface ReleaseRule {
    /** Everything may go everywhere. */
    ReleaseRule OPEN = (message, destination) -> null;

    /** @return why the message must not go there, or null when it may */
    @Nullable Refusal refusal(Message message, SystemName destination);
}
