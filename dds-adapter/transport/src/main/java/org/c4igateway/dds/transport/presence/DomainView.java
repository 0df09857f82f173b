package org.c4igateway.dds.transport.presence;

import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.ToIntFunction;

/**
 * State of the domain as discovery shows it, and what to tell discovery. Any thread.
 *
 * @param readersOfTopic how many readers are matched to this node's writer of a topic id now
 * @param hasAnnouncer whether the writer of an announcement, as its sample names it, is there now
 * @param dismiss takes the participant of such a writer for gone, for it is known to be dead. Does not block
 */
public record DomainView(ToIntFunction<String> readersOfTopic, LongPredicate hasAnnouncer, LongConsumer dismiss) {}
