package org.c4igateway.wan.link;

import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.Feedback;
import org.c4igateway.wan.link.measure.SentTimes;
import org.c4igateway.wan.link.record.LinkListener;
import org.c4igateway.wan.link.send.FramesInFlight;
import org.c4igateway.wan.link.send.LevelScheduler;
import org.c4igateway.wan.link.send.Pacer;
import org.c4igateway.wan.link.send.Receiver;
import org.c4igateway.wan.link.send.RecordAccounts;
import org.c4igateway.wan.link.send.RedundancyPolicy;
import org.c4igateway.wan.link.send.SendQueue;
import org.c4igateway.wan.link.settings.LinkSettings;

/** The outgoing stream of this side: waiting records, frames in flight, pacing, and the feedback of the peers. */
final class SendStream {
    /** A receiver may always be so many frames behind, unless the bounds are smaller. */
    static final int MIN_WINDOW = 32;

    /** About the size of a datagram that has no frame in it. */
    private static final int CONTROL_BYTES = 72;

    private static final double ROUNDS = 4;
    private static final double ROUNDS_PER_LOSS = 16;
    private static final double WIDE_ROUNDS = 2;

    final RecordAccounts ledger;
    final SendQueue queue;
    final FramesInFlight flight;
    final LevelScheduler scheduler;
    final Pacer pacer;

    private final LinkSettings settings;
    private final LinkPeers peers;
    private final SentTimes sentTimes = new SentTimes();
    private long nextPacket;
    private long lastAskedPacket = -1;

    SendStream(LinkSettings settings, LinkPeers peers, LinkListener listener, long nowNanos) {
        this.settings = settings;
        this.peers = peers;
        this.ledger = new RecordAccounts(listener);
        this.queue = new SendQueue(settings.bounds(), ledger);
        this.flight = new FramesInFlight(peers.receivers(), settings.bounds(), queue, ledger);
        this.scheduler = new LevelScheduler(settings, flight, queue);
        this.pacer = new Pacer(settings.rate(), nowNanos);
        adapt();
    }

    LinkSettings settings() {
        return settings;
    }

    /** Number of the next packet. */
    long nextPacket() {
        return nextPacket;
    }

    /** Number of the last packet that deserved an answer; -1 for none. */
    long lastAskedPacket() {
        return lastAskedPacket;
    }

    /** Whether a peer is up and a frame of the level could go. */
    boolean hasWork(Precedence level) {
        return peers.isAnyUp() && scheduler.hasWork(level.code());
    }

    /** From now on paces for this rate. */
    void rate(long bitsPerSecond) {
        pacer.rate(bitsPerSecond);
        adapt();
    }

    /** Ends what has waited or been on its way for too long. */
    void expire(long nowNanos) {
        queue.expire(nowNanos);
        flight.detector().lookForOverdue(nowNanos);
    }

    /** When {@link #expire} may have something to do. */
    long expiryNanos() {
        return Math.min(queue.nextExpiryNanos(), flight.detector().nextOverdueNanos());
    }

    /** The next packet went out. */
    void sent(int wireBytes, boolean asks, long nowNanos) {
        sentTimes.sent(nextPacket, asks, nowNanos);
        pacer.sent(wireBytes, nowNanos);
        if (asks) {
            lastAskedPacket = nextPacket;
        }
        nextPacket++;
    }

    /** Whether feedback is about what was sent. */
    boolean isPlausible(Feedback feedback) {
        return feedback.highestPacket() < nextPacket && flight.isPlausible(feedback);
    }

    /** Learns round trip and loss from plausible feedback. */
    void measure(Receiver receiver, Feedback feedback, long nowNanos) {
        receiver.measure(feedback, sentTimes, nowNanos);
    }

    /** Settles what plausible feedback confirms or misses. */
    void heard(Receiver receiver, Feedback feedback, long nowNanos) {
        flight.heard(receiver, feedback, nowNanos);
        forgetTimes();
        adapt();
    }

    /** Drops the send times of packets that no feedback will mention. */
    private void forgetTimes() {
        long lowest = Long.MAX_VALUE;
        for (LinkPeer peer : peers.all()) {
            if (peer.isUp()) {
                lowest = Math.min(lowest, peer.receiver.highestPacket);
            }
        }
        if (lowest != Long.MAX_VALUE) {
            sentTimes.forgetBelow(lowest);
        }
    }

    /**
     * How many frames a receiver may be behind. The more there are, the more rounds the unluckiest takes.
     *
     * @param perRound frames that go out in the time of a round
     */
    private long window(double loss, double perRound) {
        LinkSettings.Bounds bounds = settings.bounds();
        double rounds = ROUNDS + ROUNDS_PER_LOSS * loss;
        if (rounds * perRound > bounds.windowFrames()) {
            rounds += WIDE_ROUNDS;
        }
        return (long) Math.min(MIN_WINDOW + rounds * perRound, bounds.windowFrames() + bounds.wideFrames());
    }

    /** Fits windows, copies and waiting to what was measured. */
    private void adapt() {
        LinkSettings.Rate rate = settings.rate();
        long frameNanos = pacer.nanosFor(rate.maxWireBytes());
        long controlNanos = pacer.nanosFor(rate.aroundBodyBytes() + CONTROL_BYTES);
        long feedbackCost =
                (long) (controlNanos * peers.count() / settings.shares().feedback());
        long probeCost = Math.max(
                (long) (controlNanos * peers.count() / settings.shares().probe()),
                settings.patience().knockNanos() * (peers.count() - 1));
        double loss = 0;
        long turnaround = 0;
        for (LinkPeer peer : peers.all()) {
            Receiver receiver = peer.receiver;
            peer.feedback.adapt(feedbackCost, receiver.rtt.isSampled() ? receiver.rtt.smoothedNanos() : 0);
            peer.pulse.adapt(frameNanos, probeCost);
            if (receiver.up && !receiver.catchingUp) {
                loss = Math.max(loss, receiver.loss.ratio());
                turnaround = Math.max(turnaround, receiver.turnaround.timeoutNanos(frameNanos));
            }
        }
        scheduler.adapt(
                window(loss, pacer.bytesIn(turnaround) / rate.maxWireBytes()),
                RedundancyPolicy.against(loss, turnaround / 4));
    }
}
