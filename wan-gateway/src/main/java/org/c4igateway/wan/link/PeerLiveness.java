package org.c4igateway.wan.link;

import java.util.function.DoubleSupplier;
import org.c4igateway.wan.link.measure.LossEstimate;
import org.c4igateway.wan.link.measure.RttEstimate;
import org.c4igateway.wan.link.send.Receiver;
import org.c4igateway.wan.link.settings.LinkSettings;

/**
 * Liveness of a peer: whether it answers, and when to probe it. An answer is feedback about a packet that was sent
 * since the last answer. A peer that sends but does not receive counts as down. No
 * {@link org.c4igateway.core.fault.BackOff}: the bounds of its pauses follow from measured round trip and rate.
 */
final class PeerLiveness {
    private static final double TOLERATED_RISK = 1e-4;
    private static final int MIN_QUESTIONS = 8;
    private static final int MAX_QUESTIONS = 64;
    private static final int TIMEOUTS_BETWEEN_PROBES = 8;
    private static final int TIMEOUTS_BETWEEN_KNOCKS = 2;
    private static final long NONE = -1;

    private final LinkSettings.Patience patience;
    private final RttEstimate turnaround;
    private final LossEstimate loss;
    private final DoubleSupplier lossOnTheWayBack;
    private long timeoutNanos;
    private long probeCostNanos;
    private long unansweredPacket = NONE;
    private long silentSinceNanos;
    private long lastAskedNanos;
    private long lastAnswerNanos;
    private long lastKnockNanos;
    private long backOffNanos;

    /** @param lossOnTheWayBack share of its datagrams that do not arrive here; 0 before anything is known */
    PeerLiveness(LinkSettings.Patience patience, Receiver receiver, DoubleSupplier lossOnTheWayBack, long nowNanos) {
        this.patience = patience;
        this.lossOnTheWayBack = lossOnTheWayBack;
        this.turnaround = receiver.turnaround;
        this.loss = receiver.loss;
        this.lastAnswerNanos = nowNanos;
        this.lastAskedNanos = nowNanos;
        this.lastKnockNanos = nowNanos;
    }

    /**
     * What an answer takes.
     *
     * @param frameNanos time the link takes for the largest frame
     * @param probeCost time the link takes for a probe, divided by the share of the link
     */
    void adapt(long frameNanos, long probeCost) {
        timeoutNanos = turnaround.timeoutNanos(frameNanos);
        probeCostNanos = probeCost;
    }

    /** A packet that deserves an answer was sent. */
    void asked(long packet, long nowNanos) {
        if (unansweredPacket == NONE) {
            unansweredPacket = packet;
            silentSinceNanos = nowNanos;
        }
        lastAskedNanos = nowNanos;
    }

    /**
     * Feedback came.
     *
     * @param highestPacket it speaks of
     * @param lastAsked last packet that deserves an answer
     * @return whether it is an answer
     */
    boolean answered(long highestPacket, long lastAsked, long nowNanos) {
        if (unansweredPacket == NONE || highestPacket < unansweredPacket) {
            return false;
        }
        unansweredPacket = highestPacket >= lastAsked ? NONE : highestPacket + 1;
        silentSinceNanos = nowNanos;
        lastAnswerNanos = nowNanos;
        backOffNanos = 0;
        return true;
    }

    /** Forgets the silence, as for a restarted peer. */
    void restart(long nowNanos) {
        unansweredPacket = NONE;
        lastAnswerNanos = nowNanos;
        backOffNanos = 0;
    }

    /**
     * When to ask a peer that is up.
     *
     * @param dataWaits whether frames wait for its answer
     */
    long probeAtNanos(boolean dataWaits) {
        return unansweredPacket == NONE
                ? lastAnswerNanos + Math.max(patience.keepAliveNanos(), probeCostNanos * TIMEOUTS_BETWEEN_PROBES)
                : lastAskedNanos + patienceNanos(dataWaits);
    }

    /** Time between two questions that are not answered. */
    private long patienceNanos(boolean dataWaits) {
        long calm = Math.max(patience.keepAliveNanos() / TIMEOUTS_BETWEEN_PROBES, probeCostNanos);
        return dataWaits ? timeoutNanos : Math.max(timeoutNanos, calm);
    }

    /** When to ask a peer that is down or unknown. */
    long knockAtNanos() {
        return lastKnockNanos + backOffNanos;
    }

    /** The way to it has just come into being: if it is down or unknown, ask it now. */
    void found() {
        backOffNanos = 0;
    }

    /** It was asked while down or unknown: next time wait longer, up to a bound. */
    void knocked(long nowNanos) {
        lastKnockNanos = nowNanos;
        long most = Math.max(patience.knockNanos(), Math.max(TIMEOUTS_BETWEEN_KNOCKS * timeoutNanos, probeCostNanos));
        backOffNanos = Math.clamp(backOffNanos * 2, Math.max(timeoutNanos, probeCostNanos), most);
    }

    /** When a peer that goes on being silent is down, {@link Long#MAX_VALUE} while it is not silent. */
    long downAtNanos(boolean dataWaits) {
        if (unansweredPacket == NONE) {
            return Long.MAX_VALUE;
        }
        return silentSinceNanos + Math.max(patience.downAfterNanos(), questions() * patienceNanos(dataWaits));
    }

    /**
     * After so many questions, an answer was hardly lost by chance each time. The loss of this side's datagrams follows
     * from answers, of which a side that hardly sends has few; so each way counts as no better than the other.
     */
    private long questions() {
        double arrivesOneWay = 1 - Math.max(loss.ratio(), lossOnTheWayBack.getAsDouble());
        double arrives = arrivesOneWay * arrivesOneWay;
        double many = Math.log(TOLERATED_RISK) / Math.log(Math.clamp(1 - arrives, 1e-9, 0.999_999));
        return (long) Math.clamp(Math.ceil(many), MIN_QUESTIONS, MAX_QUESTIONS);
    }
}
