package org.c4igateway.app.trace;

import java.time.Instant;
import org.c4igateway.core.message.Message;

/**
 * What traces tell of a message: its identity, and what it is about without its content.
 *
 * @param origin system that submitted it, whichever shard of it sends
 * @param sequence its number there
 * @param createdAt of its row
 * @param topicId its topic
 * @param precedence name of its precedence
 * @param size bytes of its payload
 * @param repeats number of the row that it repeats; 0 for none
 */
public record TracedMessage(
        String origin, long sequence, Instant createdAt, String topicId, String precedence, long size, long repeats) {
    static TracedMessage of(Message message) {
        return new TracedMessage(
                message.id().origin().system().toString(),
                message.id().sequence(),
                message.createdAt(),
                message.topicId(),
                message.precedence().name(),
                message.payload().length,
                message.repeats());
    }

    /** What its trace is named after (ADR 73). */
    String identity() {
        return TraceIds.identity(origin, sequence, createdAt);
    }
}
