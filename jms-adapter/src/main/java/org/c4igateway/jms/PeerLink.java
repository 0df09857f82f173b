package org.c4igateway.jms;

import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.fault.BackOff;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.PeerAbsence;
import org.c4igateway.core.transport.PeerAbsence.Reason;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.jms.client.BrokerAddress;
import org.c4igateway.jms.client.PeerConnection;
import org.c4igateway.jms.client.QueuedSend;
import org.c4igateway.jms.client.Sending;
import org.c4igateway.jms.presence.PeerHeartbeat;
import org.c4igateway.jms.presence.PeerStart;
import org.c4igateway.jms.wire.ReadableBatches;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the connection to one peer: connects, announces the new epoch, waits until the connection breaks, pauses,
 * connects again. Its thread is the only one that changes the peer's state.
 */
final class PeerLink {
    private static final Logger LOG = LoggerFactory.getLogger(PeerLink.class);

    private final SystemName peer;
    private volatile BrokerAddress address;
    private final LinkSurroundings surroundings;
    private final @Nullable PeerHeartbeat pulse;
    private final ConnectionWatch watch;
    private final PeerStart start;
    private final LinkGreetings greetings;
    private final TransportMeters.OfPeer meters;
    private final BackOff backOff;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private volatile PeerState state = PeerState.UNKNOWN;
    private volatile @Nullable Route current;
    private volatile ErrorCode reason = ErrorCode.PEER_UNREACHABLE;
    /** What the peer has told since the last connection ended; null for nothing. */
    private volatile @Nullable ReadableBatches readable;

    private boolean connected;
    private volatile Optional<Introduction> introduction = Optional.empty();
    private volatile LinkFailure failure;

    /**
     * @param pulse whether the peer answers behind an external broker; null when the peer's process contains the
     *     broker, because then the connection itself shows that the peer runs, and a restart of the peer breaks it
     */
    PeerLink(
            SystemName peer,
            BrokerAddress address,
            LinkSurroundings surroundings,
            @Nullable PeerHeartbeat pulse,
            LinkGreetings greetings,
            TransportMeters.OfPeer meters) {
        this.peer = peer;
        this.address = address;
        this.failure = LinkFailure.none(address);
        this.surroundings = surroundings;
        this.pulse = pulse;
        this.start = new PeerStart(pulse != null, System::nanoTime);
        this.watch = new ConnectionWatch(pulse, greetings.beat());
        this.greetings = greetings;
        this.meters = meters;
        this.backOff =
                new BackOff(address.tuning().firstPause(), address.tuning().maxPause());
        this.thread = Thread.ofPlatform().daemon().name("c4i-jms-link-" + peer).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** The peer listens there from now on: what is connected to another broker is renewed, and with it the epoch. */
    void moveTo(BrokerAddress other) {
        BrokerAddress before = address;
        address = other;
        Route route = current;
        if (route != null && !before.name().equals(other.name())) {
            route.connection().fail(new JMSException("the peer listens at " + other.name() + " now"));
        }
    }

    SystemName peer() {
        return peer;
    }

    PeerState state() {
        return state;
    }

    /** @return why the peer is not reachable; empty while it is */
    Optional<PeerAbsence> absence() {
        if (state.reachable()) {
            return Optional.empty();
        }
        return Optional.of(current == null ? failure.absence() : new PeerAbsence(Reason.SILENT, address.name()));
    }

    /** @return messages handed over and not acknowledged, for a gauge */
    int unacknowledged() {
        Route route = current;
        return route == null ? 0 : route.connection().unacknowledged();
    }

    /** Sends in that epoch only. Each epoch has its own connection and queue; elements in the queue end with it. */
    SendOutcome sendMessage(QueuedSend queuedSend, long epoch, Duration timeout) {
        Route route = current;
        if (route == null || route.epoch() != epoch || !state.reachable()) {
            return new SendOutcome.Disconnected(route == null ? reason : ErrorCode.PEER_UNREACHABLE);
        }
        return meters.count(route.connection().offer(queuedSend, timeout), queuedSend.sizeBytes());
    }

    /** Sends what is held back. Does not block. */
    void flush() {
        Route route = current;
        if (route != null) {
            route.connection().flush();
        }
    }

    SendOutcome sendControl(QueuedSend queuedSend, Duration timeout) {
        Route route = current;
        return route == null
                ? new SendOutcome.Disconnected(reason)
                : route.connection().control().offer(queuedSend, timeout);
    }

    /**
     * Takes the announcement of the peer. A new incarnation means that the peer has lost what it had in memory, so
     * the connection is renewed, and with it the epoch. Any thread.
     */
    void announced(NodeAnnouncement told) {
        introduction = Optional.of(told.introduction());
        boolean restarted = start.announced(told.incarnation());
        Route route = current;
        if (restarted && route != null) {
            route.connection().fail(new JMSException("the peer has restarted"));
        }
    }

    /** Something of the peer has come. Any thread. */
    void heard() {
        Route route = current;
        if (pulse != null) {
            pulse.heard();
            start.heard();
            if (route != null && !state.reachable()) {
                route.connection().wake();
            }
        }
    }

    /** Takes which batches the peer reads. They are used until the connection ends. Any thread. */
    void reads(ReadableBatches batches) {
        readable = batches;
        flush();
    }

    /** The peer, which this node has connected to or is connected to again, asks what this node reads. Any thread. */
    void answer() {
        sendControl(greetings.answer(), Duration.ZERO);
    }

    /** @return the last announcement of the peer */
    Optional<Introduction> introduction() {
        return introduction;
    }

    /** Ends the link. Does not wait. */
    void close() {
        closing.countDown();
        thread.interrupt();
    }

    /** Waits until the thread has ended. */
    void awaitClosed(Duration patience) throws InterruptedException {
        if (!thread.join(patience)) {
            LOG.warn("Connection to {} at {} did not close in time", peer, address.name());
        }
    }

    private void run() {
        try {
            surroundings.queues().awaitFirst();
            while (closing.getCount() > 0) {
                connectGuarded();
                if (closing.await(backOff.nextMillis(), TimeUnit.MILLISECONDS)) {
                    break;
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("Link to {} ends", peer);
        } finally {
            down(LinkFailure.of(new JMSException("closed")));
        }
    }

    /** A defect must not end this thread, because no other thread would connect again. */
    private void connectGuarded() throws InterruptedException {
        try {
            connectOnce();
        } catch (RuntimeException | Error e) {
            LOG.error("A defect ended the connection to {}. The node connects again", peer, e);
            down(LinkFailure.of(new IllegalStateException(e)));
        }
    }

    private void connectOnce() throws InterruptedException {
        PeerConnection connection;
        BrokerAddress asked = address;
        long begin = System.nanoTime();
        try {
            Sending sending = surroundings.sending(start.recipient(), () -> readable, meters::batch);
            connection = new PeerConnection(asked, surroundings.threads(), peer, sending, greetings.announcement());
        } catch (JMSException | RuntimeException e) {
            down(LinkFailure.of(e, asked, Duration.ofNanos(System.nanoTime() - begin)));
            return;
        }
        try {
            Exception refusal = connection.awaitAnnounced(address.tuning().callTimeout());
            if (refusal == null) {
                start.connected();
                up(connection);
                refusal = watch.awaitFailure(connection, this::listen);
            }
            down(LinkFailure.of(refusal));
        } finally {
            connection.close();
        }
    }

    private void listen(boolean answers) {
        boolean alive = answers && start.isKnown();
        if (alive != state.reachable()) {
            become(new PeerState(alive, state.epoch()));
            LOG.info("{} behind {} {}", peer, address.name(), alive ? "answers" : "is silent. Its rows wait");
        }
    }

    private void up(PeerConnection connection) {
        backOff.reset();
        failure = LinkFailure.none(address);
        surroundings.refusals().settled(peer.value());
        PeerState next = new PeerState(pulse == null || (pulse.isAlive() && start.isKnown()), state.epoch() + 1);
        current = new Route(connection, next.epoch());
        connected = true;
        meters.connects().increment();
        LOG.info("Connected to {} at {}, epoch {}", peer, address.name(), next.epoch());
        become(next);
        connection.open();
    }

    private void down(LinkFailure next) {
        LinkFailure before = failure;
        failure = next;
        reason = closing.getCount() == 0 ? ErrorCode.TRANSPORT_CLOSED : next.code();
        start.disconnected();
        if (reason == ErrorCode.NAME_CONFLICT) {
            surroundings.refusals().claimed(peer.value(), next.text());
        }
        become(new PeerState(false, state.epoch()));
        current = null;
        // The next process there may be of a release that reads none. It is asked with the next announcement.
        readable = null;
        if (connected) {
            connected = false;
            meters.disconnects().increment();
        }
        if (closing.getCount() > 0 && !next.text().equals(before.text())) {
            LOG.warn("{}: no connection to {} at {}: {}", reason.code(), peer, address.name(), next.text());
        }
    }

    /** The handler is called when the peer is or was reachable. */
    private void become(PeerState next) {
        boolean tell = next.reachable() || state.reachable();
        state = next;
        if (tell) {
            surroundings.gate().peerChanged(peer, next);
        }
    }

    /** A connection and the epoch that it is. */
    private record Route(PeerConnection connection, long epoch) {}
}
