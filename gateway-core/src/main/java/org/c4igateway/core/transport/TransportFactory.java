package org.c4igateway.core.transport;

import java.util.List;
import org.c4igateway.topics.Topic;

/** What an adapter contributes: it opens its transport. One per adapter; created by the adapter's auto-configuration. */
public interface TransportFactory {
    /** @return {@code jms} or {@code dds}, as written in the configuration */
    String name();

    /**
     * Opens the middleware. Blocks until it can receive; peers need not be there yet.
     *
     * @throws org.c4igateway.core.fault.GatewayException.Fatal with the remedy when it cannot start
     */
    Transport open(TransportContext context);

    /** @return how messages of a topic are carried, in words for people; empty when all topics are carried alike */
    default List<String> quality(Topic topic) {
        return List.of();
    }
}
