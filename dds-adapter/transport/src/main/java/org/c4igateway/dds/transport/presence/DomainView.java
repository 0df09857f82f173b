package org.c4igateway.dds.transport.presence;

import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.ToIntFunction;
import org.c4igateway.dds.api.Guid;

/**
 * State of the domain as discovery shows it, and what to tell discovery. Any thread.
 *
 * @param readersOfTopic how many readers are matched to this node's writer of a topic id now
 * @param hasAnnouncer whether the writer of an announcement, as its sample names it, is there now
 * @param dismiss takes the participant of such a writer for gone, for it is known to be dead. Does not block
 * @param writer who the writer that a sample names is, while it is there; empty with a provider that cannot tell
 */
public record DomainView(
        ToIntFunction<String> readersOfTopic,
        LongPredicate hasAnnouncer,
        LongConsumer dismiss,
        LongFunction<Optional<Guid>> writer) {}
