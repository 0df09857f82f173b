package org.c4igateway.wan.link.send;

import java.util.List;
import java.util.stream.Stream;
import org.c4igateway.wan.frame.Feedback;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.link.measure.LossEstimate;
import org.c4igateway.wan.link.measure.ReorderTolerance;
import org.c4igateway.wan.link.measure.RttEstimate;
import org.c4igateway.wan.link.measure.SentTimes;

/** State of one receiver of this side's stream. */
public final class Receiver {
    /** Its bit in {@link Frame#holders}. */
    final long bit;

    public final RttEstimate rtt = new RttEstimate();
    /** From a packet to its feedback, with the time the receiver let pass before it answered. */
    public final RttEstimate turnaround = new RttEstimate();

    public final LossEstimate loss = new LossEstimate();
    final ReorderTolerance tolerance = new ReorderTolerance();
    /** Next sequence it expects, by level. */
    final long[] next = new long[FrameLimits.LEVELS];
    /** What it has told that it has beyond these, by level. */
    final List<ToldFrames> told =
            Stream.generate(ToldFrames::new).limit(FrameLimits.LEVELS).toList();
    /** Whether frames are sent for it. */
    public boolean up;
    /** Whether it was away so long that it misses more than a window. */
    public boolean catchingUp;
    /** Highest packet that it has; -1 for none. */
    public long highestPacket = -1;

    /** How many frames beyond the windows, of all levels together, it keeps for this side; 0 for none. */
    int wideFrames;

    private boolean takesParts;
    private long packetsReceived;

    public Receiver(int index) {
        this.bit = 1L << index;
    }

    /**
     * It said how far this side may be ahead.
     *
     * @param window what its hello says
     * @param most what this side keeps at most
     */
    public void announced(int window, int most) {
        takesParts = window > 0;
        wideFrames = Math.min(window, most);
    }

    /** Whether it understands feedback in parts. */
    public boolean takesParts() {
        return takesParts;
    }

    /** It is a new process: nothing it said before counts. What it expects next is for the frames in flight to say. */
    void restart() {
        announced(0, 0);
        told.forEach(ToldFrames::clear);
        highestPacket = -1;
        packetsReceived = 0;
    }

    /**
     * Learns round trip and loss.
     *
     * @param sent when packets were sent
     */
    public void measure(Feedback feedback, SentTimes sent, long nowNanos) {
        long highest = feedback.highestPacket();
        if (highest <= highestPacket) {
            return;
        }
        long sentAtNanos = sent.at(highest);
        if (sentAtNanos != SentTimes.UNKNOWN) {
            rtt.sample(nowNanos - sentAtNanos - feedback.delayMicros() * 1_000);
            if (sent.asked(highest)) {
                turnaround.sample(nowNanos - sentAtNanos);
            }
        }
        long newlySent = highest - highestPacket;
        if (highestPacket >= 0) {
            loss.add(newlySent - (feedback.packetsReceived() - packetsReceived), newlySent);
        }
        tolerance.acked(newlySent);
        highestPacket = highest;
        packetsReceived = feedback.packetsReceived();
    }
}
