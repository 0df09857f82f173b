package org.c4igateway.core.message;

import org.slf4j.spi.LoggingEventBuilder;

/** Lines of the log that concern exactly one message. */
public final class MessageLog {
    /** Name of the field of structured logs that holds the identity, as {@code ALPHA/17}. */
    public static final String FIELD = "message_id";

    private MessageLog() {}

    /**
     * Gives a line the identity of its message as a field of its own. The text of the line stays as it is, and only
     * structured formats write the field.
     *
     * @return the line, to be logged by the caller
     */
    public static LoggingEventBuilder about(MessageId id, LoggingEventBuilder line) {
        return line.addKeyValue(FIELD, id.origin() + "/" + id.sequence());
    }
}
