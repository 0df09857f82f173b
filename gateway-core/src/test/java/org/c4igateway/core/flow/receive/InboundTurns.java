package org.c4igateway.core.flow.receive;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.store.Inbox;
import org.c4igateway.core.transport.Transport;

/** The inbox writer and its queue without the thread of {@link InboundFlow}: a test calls each turn. */
public final class InboundTurns {
    private final InboundQueue queue;
    private final InboundWriter writer;
    private final int batchRows;
    private final int maxRows;
    private int waiting;

    /** @param pause waits so many nanoseconds for the database */
    public InboundTurns(Inbox inbox, DataPathParts parts, LongSupplier nanoTime, LongConsumer pause) {
        MeterRegistry meters = parts.meters();
        this.maxRows = parts.settings().inboundRows();
        this.batchRows = parts.settings().inboundBatchRows();
        this.queue = new InboundQueue(maxRows + 1, Long.MAX_VALUE, () -> 0);
        this.writer = new InboundWriter(
                inbox,
                parts,
                new InboundMeters(meters, parts.objectives()),
                nanoTime,
                (duration, fault) -> pause.accept(duration.toNanos()));
    }

    /** @return whether a message may come without blocking its transport */
    public boolean hasRoom() {
        return waiting < maxRows;
    }

    /** Takes a message as a transport delivers it. */
    public void onMessage(Message message, Transport transport) {
        waiting++;
        queue.put(writer.arrived(message, transport));
    }

    /** One round. */
    public void turn() {
        try {
            List<Arrival> arrivals = queue.take(batchRows, Duration.ZERO);
            waiting -= arrivals.size();
            writer.turn(arrivals, () -> true);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** @return whether nothing waits to be written or to be told */
    public boolean isIdle() {
        return waiting == 0 && !writer.owesReceipts();
    }
}
