package org.c4igateway.core.flow.receive;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.c4igateway.core.flow.receive.Arrival.Received;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.MessageKey;
import org.c4igateway.core.store.Inbox.Parked;
import org.c4igateway.core.store.Inbox.Written;
import org.jspecify.annotations.Nullable;

/**
 * What became of a batch in the interface database.
 *
 * @param batch what arrived, sorted
 * @param parked what the database has refused, and why
 * @param delivered of the batch, what is in the inbox although it was refused now: it was delivered before
 * @param found those that the batch asks about, or that the filter excludes, and that are in the inbox
 * @param ambiguous identities that came twice in this batch, with two contents, of which one is in the inbox now and
 *     one is refused. A receipt contains only the number, so each content gets its answer separately, when the origin
 *     sends it again
 */
record WrittenBatch(
        JudgedBatch batch,
        Map<MessageKey, Parked> parked,
        Set<MessageKey> delivered,
        Set<MessageKey> found,
        Set<MessageId> ambiguous) {
    /** @param found as above */
    static WrittenBatch of(JudgedBatch batch, Written written, Set<MessageKey> found) {
        Map<MessageKey, Parked> parked =
                written.parked().stream().collect(Collectors.toMap(Parked::key, p -> p, (first, second) -> first));
        WrittenBatch result = new WrittenBatch(batch, parked, written.delivered(), found, Set.of());
        return new WrittenBatch(batch, parked, written.delivered(), found, result.contradicting());
    }

    private Set<MessageId> contradicting() {
        if (parked.isEmpty()
                && batch.refused().isEmpty()
                && batch.excluded().isEmpty()
                && batch.questions().isEmpty()) {
            return Set.of();
        }
        Set<MessageId> taken = new HashSet<>();
        Set<MessageId> refused = new HashSet<>();
        for (Received received : batch.accepted()) {
            (parked(received) == null ? taken : refused).add(received.message().id());
        }
        for (Received received : batch.refused().keySet()) {
            (isDelivered(received) ? taken : refused).add(received.message().id());
        }
        for (Received received : batch.excluded().keySet()) {
            (isFound(received) ? taken : refused).add(received.message().id());
        }
        for (MessageKey asked : batch.questions().values()) {
            (found.contains(asked) ? taken : refused).add(asked.id());
        }
        refused.retainAll(taken);
        return refused;
    }

    /**
     * A message that cannot be stored now but was stored before, under another encoding of the edge, is delivered.
     *
     * @return why an accepted message is not in the inbox; null when it is
     */
    @Nullable Parked parked(Received received) {
        // A key is a digest of the message: only where something was parked.
        return parked.isEmpty() || isDelivered(received) ? null : parked.get(MessageKey.of(received.message()));
    }

    /** @return whether a message that is refused now was delivered before */
    boolean isDelivered(Received received) {
        return has(delivered, received);
    }

    /** @return whether a message that the filter excludes was delivered before */
    boolean isFound(Received received) {
        return has(found, received);
    }

    /** @return whether neither content of that number is answered now */
    boolean isAmbiguous(MessageId id) {
        return ambiguous.contains(id);
    }

    private static boolean has(Set<MessageKey> keys, Received received) {
        return !keys.isEmpty() && keys.contains(MessageKey.of(received.message()));
    }
}
