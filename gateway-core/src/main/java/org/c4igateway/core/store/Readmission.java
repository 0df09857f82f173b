package org.c4igateway.core.store;

import java.util.Objects;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter of what arrived that an operator has put back before the inbox.
 *
 * @param id number of this attempt
 * @param message as it arrived; null when the dead letter is gone or does not hold the message as it came
 */
public record Readmission(long id, @Nullable Message message) {

    /**
     * A message that this system first refused and then accepted, which its origin does not know yet.
     *
     * @param id number of the readmission that took it
     * @param message its identity
     */
    public record Taken(long id, MessageId message) {
        public Taken {
            Objects.requireNonNull(message);
        }
    }

    /** How it ended. */
    public sealed interface Outcome {
        /** It is in the inbox now. */
        record Received() implements Outcome {}

        /** The inbox had it already, possibly by an attempt whose node died before it wrote that down. */
        record There() implements Outcome {}

        /** It is refused as before, or for another reason. */
        record Refused(ReasonCode code, String detail) implements Outcome {
            public Refused {
                Objects.requireNonNull(code);
                Objects.requireNonNull(detail);
            }
        }
    }
}
