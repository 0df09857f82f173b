package org.c4igateway.core.transport;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;

/**
 * Step 3 of the data path: a middleware that carries messages, receipts and announcements between nodes.
 *
 * <p>Delivery: a transport may lose or duplicate (a restart, a broken connection), never alter. Between two epochs of a
 * peer (see {@link PeerState}) it keeps the order of accepted reliable messages per topic. The database, not the
 * transport, is what survives a process.
 *
 * <p>Threading: {@link #send} and {@link #flush} may be called by several threads, one per group of destinations; a
 * transport that is not {@linkplain #multicast() multicast} must not let one destination hold up another.
 */
public interface Transport extends AutoCloseable {
    /** @return {@code jms} or {@code dds}: a label value of the metrics */
    String name();

    /** @return whether one send reaches several destinations at the cost of one */
    boolean multicast();

    /**
     * Hands one message to the middleware for {@link Message#destinations()}, exactly one of them when the transport is
     * not multicast. Does not keep the message. Blocks for at most {@code timeout}. Messages may be held back for
     * batching until {@link #flush}.
     *
     * <p>The caller decides what comes next for a peer from the epoch that it has seen, so the message must not enter a
     * later one: there it would come before what is lost and has to be sent again. A transport looks at the epoch where
     * no new one can begin before the middleware has the message, not only when it is called.
     *
     * @param epochs for each destination the epoch that the message is sent for; may hold more systems
     * @return the outcome; expected conditions never throw. {@link SendOutcome.Disconnected} when a destination is in
     *     another epoch than the given one, or none is given; nothing was handed over then
     */
    SendOutcome send(Message message, Map<SystemName, Long> epochs, Duration timeout);

    /**
     * Hands one receipt to the middleware for {@link Receipt#origin()} in whatever epoch; as {@link #send} otherwise.
     */
    SendOutcome sendReceipt(Receipt receipt, Duration timeout);

    /** Sends what is held back for batching. Does not block. */
    void flush();

    /** @return what is known of {@code peer} now; cheap, any thread */
    PeerState peer(SystemName peer);

    /**
     * Why a peer cannot be sent to.
     *
     * @return what is known of it; empty while it is reachable, or when nothing is known. Cheap, any thread
     */
    default Optional<PeerAbsence> absence(SystemName peer) {
        return Optional.empty();
    }

    /** @return endpoints that should hear each other and do not, at the last look; cheap, any thread */
    default List<EndpointMismatch> mismatches() {
        return List.of();
    }

    /**
     * Whether messages of a topic can reach a peer at all. A transport whose topics exist on both sides or not at all,
     * as DDS, knows from the peer's announcement; others carry anything and let the peer refuse.
     *
     * @return false only when the peer is known to lack the topic; cheap, any thread
     */
    default boolean carries(String topicId, SystemName peer) {
        return true;
    }

    /**
     * Takes one more destination, which has announced itself; it is among the peers of the context already. Called
     * before the first send to it. Any thread; does not block.
     */
    default void join(SystemName newcomer) {}

    /** @return what an operator has to know now; any thread, a few times a minute */
    default List<TransportAlarm> alarms() {
        return List.of();
    }

    /**
     * What the peer has said about its database. A transport may reach a peer before the peer's announcement is here; a
     * row that is old enough for a peer to have forgotten it waits until then.
     *
     * @return of the last announcement of the peer; empty before the first one. Cheap, any thread
     */
    Optional<Introduction> introduction(SystemName peer);

    /**
     * Starts delivery to {@code handler}. Called once.
     *
     * @return closing it ends delivery; afterwards the handler is not called
     */
    Subscription receive(InboundHandler handler);

    /** Closes connections and threads. Idempotent; blocks for at most a few seconds. */
    @Override
    void close();

    /** A running delivery. */
    interface Subscription extends AutoCloseable {
        /** Ends delivery. Idempotent. */
        @Override
        void close();
    }
}
