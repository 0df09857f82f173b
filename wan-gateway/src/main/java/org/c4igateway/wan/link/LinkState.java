package org.c4igateway.wan.link;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.wan.frame.Hello;
import org.c4igateway.wan.link.measure.SentTimes;
import org.c4igateway.wan.link.receive.ReceiveStream;
import org.c4igateway.wan.link.record.LinkListener;
import org.c4igateway.wan.link.record.PeerChange;
import org.c4igateway.wan.link.send.FramesInFlight;
import org.c4igateway.wan.link.send.LevelScheduler;
import org.c4igateway.wan.link.send.Pacer;
import org.c4igateway.wan.link.send.Receiver;
import org.c4igateway.wan.link.send.RecordAccounts;
import org.c4igateway.wan.link.send.RedundancyPolicy;
import org.c4igateway.wan.link.send.SendQueue;
import org.c4igateway.wan.link.settings.LinkIdentity;
import org.c4igateway.wan.link.settings.LinkRate;
import org.c4igateway.wan.link.settings.LinkSettings;

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
    final RecordAccounts ledger;
    final SendQueue queue;
    final FramesInFlight flight;
    final LevelScheduler scheduler;
    final Pacer pacer;
    final SentTimes sentTimes = new SentTimes();
    final Map<String, LinkPeer> peers = new LinkedHashMap<>();
    Hello hello;
    long nextPacket;
    /** Last packet that deserved an answer. */
    long lastAskedPacket = -1;

    LinkState(LinkSettings settings, LinkIdentity identity, LinkListener listener, long nowNanos) {
        this.settings = settings;
        this.session = identity.session();
        this.hello = identity.hello();
        this.listener = listener;
        this.ledger = new RecordAccounts(listener);
        this.queue = new SendQueue(settings.bounds(), ledger);
        List<Receiver> receivers = new ArrayList<>();
        for (String name : identity.peers()) {
            Receiver receiver = new Receiver(receivers.size());
            receivers.add(receiver);
            peers.put(name, new LinkPeer(name, receiver, settings.patience(), nowNanos));
        }
        this.flight = new FramesInFlight(receivers, settings.bounds(), queue, ledger);
        this.scheduler = new LevelScheduler(settings, flight, queue);
        this.pacer = new Pacer(settings.rate(), nowNanos);
        adapt();
    }

    boolean isAnybodyUp() {
        return peers.values().stream().anyMatch(LinkPeer::isUp);
    }

    void goUp(LinkPeer linkPeer, long nowNanos) {
        if (!isAnybodyUp()) {
            queue.newestFirst();
        }
        linkPeer.state = LinkPeer.State.UP;
        flight.up(linkPeer.receiver);
        linkPeer.pulse.restart(nowNanos);
        ReceiveStream stream = linkPeer.stream;
        listener.changed(linkPeer.name, PeerChange.UP, stream == null ? 0 : stream.session());
    }

    void goDown(LinkPeer linkPeer) {
        linkPeer.state = LinkPeer.State.DOWN;
        flight.down(linkPeer.receiver);
        linkPeer.joined = false;
        ReceiveStream stream = linkPeer.stream;
        listener.changed(linkPeer.name, PeerChange.DOWN, stream == null ? 0 : stream.session());
    }

    /** Drops the send times of packets that no feedback will mention. */
    void forgetTimes() {
        long lowest = Long.MAX_VALUE;
        for (LinkPeer linkPeer : peers.values()) {
            if (linkPeer.isUp()) {
                lowest = Math.min(lowest, linkPeer.receiver.highestPacket);
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
            for (LinkPeer linkPeer : peers.values()) {
                ReceiveStream stream = linkPeer.stream;
                if (stream != null && linkPeer.joined == joined && heard.size() < MOST_SESSIONS) {
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
        for (LinkPeer linkPeer : peers.values()) {
            Receiver receiver = linkPeer.receiver;
            linkPeer.feedback.adapt(feedbackCost, receiver.rtt.isSampled() ? receiver.rtt.smoothedNanos() : 0);
            linkPeer.pulse.adapt(frameNanos, probeCost);
            if (receiver.up && !receiver.catchingUp) {
                loss = Math.max(loss, receiver.loss.ratio());
                turnaround = Math.max(turnaround, receiver.turnaround.timeoutNanos(frameNanos));
            }
        }
        double rounds = ROUNDS + ROUNDS_PER_LOSS * loss;
        double window = LEAST_WINDOW + rounds * pacer.bytesIn(turnaround) / rate.maxWireBytes();
        scheduler.adapt(
                (long) Math.min(window, settings.bounds().windowFrames()),
                RedundancyPolicy.against(loss, turnaround / 4));
    }
}
