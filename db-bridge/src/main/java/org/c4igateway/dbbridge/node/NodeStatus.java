package org.c4igateway.dbbridge.node;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.EndpointMismatch;
import org.c4igateway.core.transport.PeerAbsence;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;

/** What a running node tells of itself. Cheap, any thread. */
public interface NodeStatus {
    /** @return the system beside this node */
    SystemName system();

    /** @return what the node is doing */
    NodeRole role();

    /** @return epoch of the lease that it holds or held last; 0 before the first */
    long epoch();

    /** @return a line per shard of the outbox, by number; one when it is not divided, none until the node knows */
    List<ShardStatus> shards();

    /** @return a line per configured destination, by name; none reachable unless the node is active */
    List<PeerStatus> peers();

    /** @return by transport, endpoints that should hear each other and do not; empty unless the node is active */
    Map<String, List<EndpointMismatch>> mismatches();

    /** @return its topics now; a renewal of the data path may bring others */
    TopicCatalogue catalogue();

    /**
     * @return by transport, how it carries messages of a topic, in words for people; only those that have something to
     *     say
     */
    Map<String, List<String>> qualities(Topic topic);

    /**
     * A shard of the outbox.
     *
     * @param serving whether this node serves it
     * @param epoch of its lease that this node holds or held last; 0 before the first
     */
    record ShardStatus(int number, boolean serving, long epoch) {}

    /**
     * A configured destination.
     *
     * @param transport what carries messages to it
     * @param reachable whether a send has a chance now
     * @param epoch grows each time the peer was lost or restarted
     * @param absence why it is not reachable, as far as its transport knows
     * @param lastReachable when it was so last, since this node has opened its data path; empty while it is, and when
     *     it never was
     */
    record PeerStatus(
            SystemName system,
            String transport,
            boolean reachable,
            long epoch,
            Optional<PeerAbsence> absence,
            Optional<Instant> lastReachable) {}
}
