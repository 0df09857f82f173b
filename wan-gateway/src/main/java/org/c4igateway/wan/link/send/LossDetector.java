package org.c4igateway.wan.link.send;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.c4igateway.wan.frame.Feedback;
import org.c4igateway.wan.frame.LevelFeedback;
import org.c4igateway.wan.link.measure.RttEstimate;

/**
 * Detects lost frames: a frame is lost if a receiver does not have it although it has a later packet than the last one
 * that carried it. No timer is used: if no later packet was sent, a probe is. If packets overtake each other, several
 * later packets or some time are needed.
 */
public final class LossDetector {
    /**
     * Feedback that describes so many sequences may have been cut; what lies beyond is then not known to be missing.
     */
    private static final int CUT_SPAN = 4_096;

    private final List<SendLevel> levels;
    private final List<Receiver> receivers;
    private final Consumer<Frame> arrived;

    /**
     * A detector.
     *
     * @param arrived called for outstanding frames that a receiver has
     */
    LossDetector(List<SendLevel> levels, List<Receiver> receivers, Consumer<Frame> arrived) {
        this.levels = levels;
        this.receivers = receivers;
        this.arrived = arrived;
    }

    void heard(Receiver receiver, Feedback feedback, long nowNanos) {
        boolean cut = feedback.levels().stream()
                        .mapToInt(each -> each.received().length())
                        .sum()
                >= CUT_SPAN;
        for (SendLevel level : levels) {
            long known = Long.MAX_VALUE;
            for (LevelFeedback each : feedback.levels()) {
                if (cut && each.level() == level.number) {
                    known = each.highest();
                }
            }
            detect(receiver, level, known, nowNanos);
        }
    }

    /** Looks again at frames that were given time. */
    public void lookForOverdue(long nowNanos) {
        for (Receiver receiver : receivers) {
            if (receiver.up && receiver.tolerance.packets() > 0) {
                levels.forEach(level -> detect(receiver, level, Long.MAX_VALUE, nowNanos));
            }
        }
    }

    /** When {@link #lookForOverdue} may find something, {@link Long#MAX_VALUE} for never. */
    public long nextOverdueNanos() {
        long soonest = Long.MAX_VALUE;
        for (Receiver receiver : receivers) {
            if (receiver.up && receiver.tolerance.packets() > 0) {
                for (SendLevel level : levels) {
                    soonest = Math.min(soonest, nextOverdueNanos(receiver, level));
                }
            }
        }
        return soonest;
    }

    private static long nextOverdueNanos(Receiver receiver, SendLevel level) {
        for (Frame frame : level.outstanding()) {
            if (frame.lastPacket >= receiver.highestPacket) {
                break;
            }
            if (!frame.isHeldBy(receiver.bit)) {
                return overdueAt(receiver, frame);
            }
        }
        return Long.MAX_VALUE;
    }

    private void detect(Receiver receiver, SendLevel level, long known, long nowNanos) {
        long certain = receiver.highestPacket - receiver.tolerance.packets();
        List<Frame> lost = new ArrayList<>();
        List<Frame> held = new ArrayList<>();
        for (Frame frame : level.outstanding()) {
            if (frame.lastPacket >= receiver.highestPacket) {
                break;
            }
            boolean certainlyLost = frame.lastPacket < certain || nowNanos >= overdueAt(receiver, frame);
            if (frame.isHeldBy(receiver.bit)) {
                held.add(frame);
            } else if (certainlyLost && frame.sequence <= known) {
                lost.add(frame);
            }
        }
        held.forEach(arrived);
        for (Frame frame : lost) {
            frame.missedBy |= receiver.bit;
            frame.packetsBehind = receiver.highestPacket - frame.lastPacket;
            level.lost(frame);
        }
    }

    /** When the packets that overtook it have had time enough to be overtaken by it again. */
    private static long overdueAt(Receiver receiver, Frame frame) {
        RttEstimate turnaround = receiver.turnaround;
        return frame.lastSentNanos + turnaround.timeoutNanos(turnaround.smoothedNanos() / 8);
    }
}
