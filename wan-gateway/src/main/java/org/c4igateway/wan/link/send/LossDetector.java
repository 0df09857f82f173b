package org.c4igateway.wan.link.send;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.c4igateway.wan.frame.Feedback;
import org.c4igateway.wan.frame.LevelFeedback;
import org.c4igateway.wan.link.measure.RttEstimate;
import org.jspecify.annotations.Nullable;

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
    /** So many frames of which nothing is known are passed over; feedback about them comes. */
    private static final int MAX_UNKNOWN = 64;

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
            LevelFeedback told = null;
            for (LevelFeedback each : feedback.levels()) {
                told = each.level() == level.number ? each : told;
            }
            if (told != null && told.isPart()) {
                detectPart(receiver, level, told, nowNanos);
            } else {
                detect(receiver, level, 0, cut && told != null ? told.highest() + 1 : Long.MAX_VALUE, nowNanos);
            }
        }
    }

    private void detectPart(Receiver receiver, SendLevel level, LevelFeedback told, long nowNanos) {
        long from = told.offset() == 0 ? told.nextExpected() : told.first();
        judgeIfOvertaken(receiver, level.frame(told.nextExpected()), nowNanos);
        if (!told.more()) {
            detect(receiver, level, from, Long.MAX_VALUE, nowNanos);
            return;
        }
        long begin = Math.max(from, level.base());
        level.outstanding(begin, told.last() + 1).stream()
                .forEach(bit -> judgeIfOvertaken(receiver, level.frame(begin + bit), nowNanos));
    }

    /** Looks again at frames that were given time. */
    public void lookForOverdue(long nowNanos) {
        for (Receiver receiver : receivers) {
            if (receiver.up && receiver.tolerance.packets() > 0) {
                levels.forEach(level -> lookForOverdue(receiver, level, nowNanos));
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
        int unknown = 0;
        for (Frame frame : level.outstanding()) {
            if (frame.lastPacket >= receiver.highestPacket || unknown > MAX_UNKNOWN) {
                break;
            }
            if (frame.isSuspectedAt(receiver)) {
                return overdueAt(receiver, frame);
            }
            unknown += frame.isHeldBy(receiver.bit) ? 0 : 1;
        }
        return Long.MAX_VALUE;
    }

    private void lookForOverdue(Receiver receiver, SendLevel level, long nowNanos) {
        List<Frame> overdue = new ArrayList<>();
        int unknown = 0;
        for (Frame frame : level.outstanding()) {
            if (frame.lastPacket >= receiver.highestPacket || unknown > MAX_UNKNOWN) {
                break;
            }
            if (frame.isSuspectedAt(receiver) && nowNanos >= overdueAt(receiver, frame)) {
                overdue.add(frame);
            }
            unknown += frame.isHeldBy(receiver.bit) || frame.isSuspectedAt(receiver) ? 0 : 1;
        }
        overdue.forEach(frame -> lose(receiver, frame));
    }

    /**
     * Judges all frames that were sent before what the receiver has and that feedback tells of.
     *
     * @param end the first sequence that it does not tell of
     */
    private void detect(Receiver receiver, SendLevel level, long from, long end, long nowNanos) {
        List<Frame> told = new ArrayList<>();
        for (Frame frame : level.outstanding()) {
            if (frame.lastPacket >= receiver.highestPacket) {
                break;
            }
            if (frame.isHeldBy(receiver.bit) || (frame.sequence >= from && frame.sequence < end)) {
                told.add(frame);
            }
        }
        told.forEach(frame -> judge(receiver, frame, nowNanos));
    }

    private void judgeIfOvertaken(Receiver receiver, @Nullable Frame frame, long nowNanos) {
        if (frame != null && frame.state == Frame.State.OUTSTANDING && frame.lastPacket < receiver.highestPacket) {
            judge(receiver, frame, nowNanos);
        }
    }

    /** Judges an outstanding frame, sent before what the receiver has, that the receiver says it has or misses. */
    private void judge(Receiver receiver, Frame frame, long nowNanos) {
        if (frame.isHeldBy(receiver.bit)) {
            arrived.accept(frame);
        } else if (frame.lastPacket < receiver.highestPacket - receiver.tolerance.packets()
                || nowNanos >= overdueAt(receiver, frame)) {
            lose(receiver, frame);
        } else {
            frame.suspects |= receiver.bit;
        }
    }

    private void lose(Receiver receiver, Frame frame) {
        frame.missedBy |= receiver.bit;
        frame.packetsBehind = receiver.highestPacket - frame.lastPacket;
        levels.get(frame.level).lost(frame);
    }

    /** When the packets that overtook it have had time enough to be overtaken by it again. */
    private static long overdueAt(Receiver receiver, Frame frame) {
        RttEstimate turnaround = receiver.turnaround;
        return frame.lastSentNanos + turnaround.timeoutNanos(turnaround.smoothedNanos() / 8);
    }
}
