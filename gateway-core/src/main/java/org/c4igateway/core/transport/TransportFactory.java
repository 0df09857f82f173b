package org.c4igateway.core.transport;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;

/**
 * What an adapter contributes: it opens its transport. One per adapter; created by the adapter's auto-configuration.
 */
public interface TransportFactory {
    /** @return {@code jms} or {@code dds}, as written in the configuration */
    String name();

    /**
     * Judges what {@link #open} will need and this machine can tell: addresses of peers, network interfaces,
     * credentials and their validity, native libraries, policies. A node calls it before its start ends, also when it
     * will stand by, so that no fault waits for the moment of taking over. Opens no port and asks no peer, for another
     * node may be serving; a port in use and a peer that refuses are known to {@link #open} only. Blocks on files and
     * name resolution.
     *
     * @param peers destinations that go by this transport
     * @param catalogue topics that it will carry
     * @param now for the validity of credentials
     * @throws org.c4igateway.core.fault.GatewayException.Fatal that names key, value and remedy
     */
    void check(Set<SystemName> peers, TopicCatalogue catalogue, Instant now);

    /**
     * Opens the middleware. Blocks until it can receive; peers need not be there yet.
     *
     * @throws org.c4igateway.core.fault.GatewayException.Fatal with the remedy when it cannot start
     */
    Transport open(TransportContext context);

    /** @return whether destinations that have announced themselves may be added to an open transport */
    boolean takesNewcomers();

    /**
     * @return keys of files whose changed content {@link #renewedFiles} takes over; {@link #check} finds out whether it
     *     can be used
     */
    default Set<String> renewableFiles() {
        return Set.of();
    }

    /**
     * Reads its renewable files again. Until then transports use what the first {@link #check} or {@link #open} read,
     * whatever becomes of the files. Blocks on the file system. Any thread.
     *
     * @return lets connections that are opened later use them, also those of an open transport; those that are open
     *     stay; does not fail
     * @throws org.c4igateway.core.fault.GatewayException.Fatal when they cannot be used
     */
    default Runnable renewedFiles() {
        return () -> {};
    }

    /** @return how messages of a topic are carried, in words for people; empty when all topics are carried alike */
    default List<String> quality(Topic topic) {
        return List.of();
    }
}
