package org.c4igateway.jms.client;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.c4igateway.jms.JmsSettings;
import org.c4igateway.jms.wire.ReadableBatches;
import org.c4igateway.jms.wire.RecipientStart;
import org.jspecify.annotations.Nullable;

/**
 * How rows are sent to one peer.
 *
 * @param limits what is handed over and not acknowledged
 * @param batch which rows go together
 * @param recipient incarnation of the peer that rows are for, see {@link RecipientStart}; 0: unknown, or of no use; any
 *     thread
 * @param peer which batches the peer reads, null while it has not told in this epoch; any thread
 * @param listener told of each batch
 */
public record Sending(
        JmsSettings.Limits limits,
        JmsSettings.Batch batch,
        LongSupplier recipient,
        Supplier<@Nullable ReadableBatches> peer,
        Listener listener) {
    /** Told of each batch that is made. Must not block. */
    public interface Listener {
        void batch(int rows, int bytes);
    }

    /** Waiting for each acknowledgement leaves rows as they are, as the library's defaults would. */
    PeerQueue queue(boolean streaming) {
        return new PeerQueue(
                limits.inFlightMessages(),
                limits.inFlightBytes(),
                streaming ? new RowBatches(batch, peer, listener, System::nanoTime) : RowBatches.none());
    }
}
