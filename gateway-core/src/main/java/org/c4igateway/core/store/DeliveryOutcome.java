package org.c4igateway.core.store;

import java.util.Objects;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.SystemName;
import org.jspecify.annotations.Nullable;

/**
 * The final state of one row for one destination.
 *
 * @param message the row; its payload is stored again only when the outcome parks it
 * @param destination whom the outcome is about
 * @param state the state
 * @param code why, for EXPIRED and REJECTED
 * @param detail why, for people; possibly empty
 * @param finding the worst that this node found in the payload; null when nothing was, or it was not looked at
 */
public record DeliveryOutcome(
        Message message,
        SystemName destination,
        DeliveryState state,
        @Nullable ReasonCode code,
        String detail,
        @Nullable String finding) {
    public DeliveryOutcome {
        Objects.requireNonNull(message);
        Objects.requireNonNull(destination);
        Objects.requireNonNull(state);
        Objects.requireNonNull(detail);
        boolean needsReason = state == DeliveryState.EXPIRED || state == DeliveryState.REJECTED;
        if (needsReason != (code != null)) {
            throw new IllegalArgumentException(state + " with code " + code);
        }
    }

    /**
     * @return whether the bytes go to the dead letters as well; not those of a message that its destination does not
     *     want
     */
    public boolean parks() {
        return code != null && code != ErrorCode.FILTERED;
    }
}
