package org.c4igateway.core.store;

import java.util.List;
import java.util.Objects;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * Step 5 of the data path: the inbox of the interface database. Idempotent by message identity. Blocks on the database;
 * throws {@link org.c4igateway.core.fault.GatewayException.Transient} while it is away. Called by one thread.
 */
public interface Inbox {
    /**
     * Writes messages and dead letters in one transaction, committed on return.
     *
     * @return how many of the messages were there already
     */
    int write(List<Message> messages, List<DeadLetter> deadLetters);

    /**
     * Something that arrived and is not delivered.
     *
     * @param message what could be understood of it, or null when nothing
     * @param source where it came from, for people
     * @param code why it is parked
     * @param detail why, for people
     * @param bytes what arrived: the payload when {@code message} is there, else what the wire gave
     */
    record DeadLetter(@Nullable Message message, String source, ErrorCode code, String detail, byte[] bytes) {
        public DeadLetter {
            Objects.requireNonNull(source);
            Objects.requireNonNull(code);
            Objects.requireNonNull(detail);
            Objects.requireNonNull(bytes);
        }
    }
}
