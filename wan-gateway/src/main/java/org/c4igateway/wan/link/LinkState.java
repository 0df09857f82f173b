package org.c4igateway.wan.link;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.wan.frame.Hello;

/** State shared by the sending and the receiving half of an engine. */
final class LinkState {
    /** About the size of a datagram that has no frame in it. */
    private static final int CONTROL_BYTES = 72;

    /** Sessions named at once; a hello has to fit the smallest datagram. */
    private static final int MOST_SESSIONS = 24;

    private static final double ROUNDS = 4;
    private static final double ROUNDS_PER_LOSS = 16;
    /** A receiver may always be so many frames behind, unless the bounds are smaller. */
    static final int LEAST_WINDOW = 32;

    final LinkSettings settings;
    final long session;
    final LinkListener listener;
    final Ledger ledger;
    final SendQueue queue;
    final Flight flight;
    final LaneScheduler scheduler;
    final Pacer pacer;
    final SentTimes sentTimes = new SentTimes();
    final Map<String, Peer> peers = new LinkedHashMap<>();
    Hello hello;
    long nextPacket;
    /** Last packet that deserved an answer. */
    long lastAskedPacket = -1;

    LinkState(LinkSettings settings, LinkIdentity identity, LinkListener listener, long nowNanos) {
        this.settings = settings;
        this.session = identity.session();
        this.hello = identity.hello();
        this.listener = listener;
        this.ledger = new Ledger(listener);
        this.queue = new SendQueue(settings.bounds(), ledger);
        List<Receiver> receivers = new ArrayList<>();
        for (String name : identity.peers()) {
            Receiver receiver = new Receiver(receivers.size());
            receivers.add(receiver);
            peers.put(name, new Peer(name, receiver, settings.patience(), nowNanos));
        }
        this.flight = new Flight(receivers, settings.bounds(), queue, ledger);
        this.scheduler = new LaneScheduler(settings, flight, queue);
        this.pacer = new Pacer(settings.rate(), nowNanos);
        adapt();
    }

    boolean isAnybodyUp() {
        return peers.values().stream().anyMatch(Peer::isUp);
    }

    void goUp(Peer peer, long nowNanos) {
        if (!isAnybodyUp()) {
            queue.newestFirst();
        }
        peer.state = Peer.State.UP;
        flight.up(peer.receiver);
        peer.pulse.restart(nowNanos);
        ReceiveStream stream = peer.stream;
        listener.changed(peer.name, PeerChange.UP, stream == null ? 0 : stream.session());
    }

    void goDown(Peer peer) {
        peer.state = Peer.State.DOWN;
        flight.down(peer.receiver);
        peer.joined = false;
        ReceiveStream stream = peer.stream;
        listener.changed(peer.name, PeerChange.DOWN, stream == null ? 0 : stream.session());
    }

    /** Drops the send times of packets that no feedback will mention. */
    void forgetTimes() {
        long lowest = Long.MAX_VALUE;
        for (Peer peer : peers.values()) {
            if (peer.isUp()) {
                lowest = Math.min(lowest, peer.receiver.highestPacket);
            }
        }
        if (lowest != Long.MAX_VALUE) {
            sentTimes.forgetBelow(lowest);
        }
    }

    /** What this side says about itself, and the sessions it heard; those first that wait to see theirs. */
    Hello greeting() {
        List<Long> heard = new ArrayList<>();
        for (boolean joined : new boolean[] {false, true}) {
            for (Peer peer : peers.values()) {
                ReceiveStream stream = peer.stream;
                if (stream != null && peer.joined == joined && heard.size() < MOST_SESSIONS) {
                    heard.add(stream.session());
                }
            }
        }
        return new Hello(hello.site(), hello.incarnation(), hello.catalogue(), hello.dictionaries(), heard);
    }

    /** Fits windows, copies and waiting to what was measured. */
    void adapt() {
        LinkRate rate = settings.rate();
        long frameNanos = pacer.nanosFor(rate.maxWireBytes());
        long controlNanos = pacer.nanosFor(rate.aroundBodyBytes() + CONTROL_BYTES);
        long feedbackCost =
                (long) (controlNanos * peers.size() / settings.shares().feedback());
        long probeCost = Math.max(
                (long) (controlNanos * peers.size() / settings.shares().probe()),
                settings.patience().knockNanos() * (peers.size() - 1));
        double loss = 0;
        long turnaround = 0;
        for (Peer peer : peers.values()) {
            Receiver receiver = peer.receiver;
            peer.feedback.adapt(feedbackCost, receiver.rtt.isSampled() ? receiver.rtt.smoothedNanos() : 0);
            peer.pulse.adapt(frameNanos, probeCost);
            if (receiver.up && !receiver.catchingUp) {
                loss = Math.max(loss, receiver.loss.ratio());
                turnaround = Math.max(turnaround, receiver.turnaround.timeoutNanos(frameNanos));
            }
        }
        double rounds = ROUNDS + ROUNDS_PER_LOSS * loss;
        double window = LEAST_WINDOW + rounds * pacer.bytesIn(turnaround) / rate.maxWireBytes();
        scheduler.adapt(
                (long) Math.min(window, settings.bounds().windowFrames()), Insurance.against(loss, turnaround / 4));
    }
}
