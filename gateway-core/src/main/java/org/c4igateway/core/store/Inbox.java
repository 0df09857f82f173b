package org.c4igateway.core.store;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageKey;
import org.jspecify.annotations.Nullable;

/**
 * Step 5 of the data path: the inbox of the interface database. Idempotent by message identity. Blocks on the database;
 * throws {@link org.c4igateway.core.fault.GatewayException.Transient} while it is away. Called by one thread.
 */
public interface Inbox {
    /**
     * Writes messages and dead letters, committed durably on return. A message that the database refuses while it takes
     * others is parked and does not hold them up. So is one whose identity the inbox knows with other content
     * (IDENTITY_REUSED). A message that repeats a row which the inbox has, or a repetition of it, is a duplicate
     * ({@link Message#repeats}). A dead letter whose message is in the inbox already, or parked for the same reason,
     * is not written again.
     *
     * @param findings the worst that was found in the payloads of those messages in which something was
     */
    Written write(List<Message> messages, List<DeadLetter> deadLetters, Map<Message, String> findings);

    /** @return which of these are in the inbox with this content, or were before its retention ended */
    Set<MessageKey> delivered(Set<MessageKey> keys);

    /** Most keys of expired messages that are remembered. */
    int MAX_FOUND_EXPIRED = 65_536;

    /**
     * Notes, committed durably on return, that this node answers for these messages: expired before it arrived. Leaves
     * out those that the inbox has.
     */
    void answerExpired(Set<MessageKey> keys);

    /** @return the newest {@link #MAX_FOUND_EXPIRED} that were parked as expired or noted so, oldest first */
    List<MessageKey> foundExpired();

    /** @return a few of the dead letters that operators have put back before the inbox, oldest first */
    default List<Readmission> readmissions() {
        return List.of();
    }

    /** Writes down how one of {@link #readmissions} ended; it waits no longer. */
    default void end(Readmission readmission, Readmission.Outcome outcome) {
        throw new UnsupportedOperationException("an inbox without dead letters");
    }

    /** Most of {@link #untold} at once; fits one receipt. */
    int MAX_UNTOLD = 500;

    /**
     * @param after id of the last one of the answer before; 0 for the oldest
     * @return the next of those that readmissions took and whose origins have not been told, by id; fewer than
     *     {@link #MAX_UNTOLD} when there are no more
     */
    default List<Readmission.Taken> untold(long after) {
        return List.of();
    }

    /** Writes down that the origins of these were told. */
    default void told(List<Readmission.Taken> taken) {
        throw new UnsupportedOperationException("an inbox without dead letters");
    }

    /**
     * What became of a batch.
     *
     * @param duplicates how many of the messages were there already
     * @param parked messages that are in the dead letters instead of the inbox, with the reason
     * @param delivered messages among the dead letters that are in the inbox from before; they are not parked
     */
    record Written(int duplicates, List<Parked> parked, Set<MessageKey> delivered) {
        public Written {
            parked = List.copyOf(parked);
            delivered = Set.copyOf(delivered);
        }
    }

    /** A message that cannot be stored. */
    record Parked(MessageKey key, ErrorCode code, String detail) {
        public Parked {
            Objects.requireNonNull(key);
            Objects.requireNonNull(code);
            Objects.requireNonNull(detail);
        }
    }

    /**
     * Something that arrived and is not delivered.
     *
     * @param message what could be understood of it, or null when nothing
     * @param source where it came from, for people
     * @param code why it is parked
     * @param detail why, for people
     * @param bytes what arrived: the payload when {@code message} is there, else what the wire gave
     */
    record DeadLetter(@Nullable Message message, String source, ReasonCode code, String detail, byte[] bytes) {
        public DeadLetter {
            Objects.requireNonNull(source);
            Objects.requireNonNull(code);
            Objects.requireNonNull(detail);
            Objects.requireNonNull(bytes);
        }
    }
}
