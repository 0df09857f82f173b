package org.c4igateway.core.transport;

import java.time.Duration;
import java.util.Objects;
import org.c4igateway.core.fault.ErrorCode;

/** What became of a send. Expected conditions only; a throw out of a transport is a bug or a closed transport. */
public sealed interface SendOutcome {
    /** The middleware has taken the message; only a receipt says that it arrived. */
    record Accepted() implements SendOutcome {
        /** The one instance needed. */
        public static final Accepted INSTANCE = new Accepted();
    }

    /**
     * No room now: keep the row and try again.
     *
     * @param retryAfter when trying again is sensible
     */
    record BackPressured(Duration retryAfter) implements SendOutcome {
        public BackPressured {
            Objects.requireNonNull(retryAfter);
        }
    }

    /**
     * This message will never be taken: park it.
     *
     * @param code stable reason
     * @param detail reason for people
     */
    record Rejected(ErrorCode code, String detail) implements SendOutcome {
        public Rejected {
            Objects.requireNonNull(code);
            Objects.requireNonNull(detail);
        }
    }

    /**
     * The peer cannot be reached, or not in the epoch that the message was sent for: keep the row and look at
     * {@link Transport#peer} again; {@link InboundHandler#onPeer} tells when it changes.
     *
     * @param code stable reason
     */
    record Disconnected(ErrorCode code) implements SendOutcome {
        public Disconnected {
            Objects.requireNonNull(code);
        }
    }
}
