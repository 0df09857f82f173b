package org.c4igateway.wan.link.send;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.wan.frame.Feedback;
import org.c4igateway.wan.frame.LevelFeedback;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.link.record.OutstandingRecord;
import org.c4igateway.wan.link.record.RecordFragment;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.jspecify.annotations.Nullable;

/**
 * The frames in flight to all receivers of the stream: which receiver has which frame, which frames are lost, which may
 * be dropped. One transmission serves all receivers.
 *
 * <p>A receiver that is down does not delay the others. The frames that it misses are kept, within bounds, and repaired
 * when it is back. Frames are dropped in the order of their level, and only after the records that begin or end in them
 * have ended, so that a restarted receiver gets whole records.
 */
public final class FramesInFlight {
    private final List<SendLevel> levels = new ArrayList<>();
    private final List<Receiver> receivers;
    private final LinkSettings.Bounds bounds;
    private final SendQueue queue;
    private final RecordAccounts recordAccounts;
    private final LossDetector detector;
    private final SendWindow window;
    private final long everybody;
    private long up;

    public FramesInFlight(
            List<Receiver> receivers, LinkSettings.Bounds bounds, SendQueue queue, RecordAccounts recordAccounts) {
        this.receivers = List.copyOf(receivers);
        this.bounds = bounds;
        this.queue = queue;
        this.recordAccounts = recordAccounts;
        long all = 0;
        for (Receiver receiver : receivers) {
            all |= receiver.bit;
        }
        this.everybody = all;
        for (int level = 0; level < FrameLimits.LEVELS; level++) {
            levels.add(new SendLevel(level));
        }
        this.window = new SendWindow(levels, this.receivers, bounds);
        this.detector = new LossDetector(levels, this.receivers, this::settleIfPossible);
    }

    public List<SendLevel> levels() {
        return levels;
    }

    public LossDetector detector() {
        return detector;
    }

    /**
     * A frame was sent.
     *
     * @param again whether nothing was known about it, so that this is one more copy
     */
    public void sent(Frame frame, long packet, boolean again, long nowNanos) {
        frame.lastPacket = packet;
        frame.lastSentNanos = nowNanos;
        frame.suspects = 0;
        frame.copies = again ? frame.copies + 1 : 1;
        levels.get(frame.level).outstanding(frame);
        if (retained() > bounds.retainedFrames() + bounds.wideFrames()) {
            letGoOfOldest();
        }
    }

    public boolean hasOutstanding() {
        return levels.stream().anyMatch(level -> !level.outstanding().isEmpty());
    }

    /** Whether there is room at the receivers for one more frame of this level. */
    boolean isOpen(SendLevel level, long most) {
        return window.isOpen(level, most);
    }

    /** Whether feedback speaks of what was sent. */
    public boolean isPlausible(Feedback feedback) {
        return feedback.levels().stream().allMatch(each -> {
            long sent = levels.get(each.level()).next();
            return each.nextExpected() <= sent && each.highest() < sent;
        });
    }

    /** Takes feedback of a receiver: plausible, newer than any before, and already measured. */
    public void heard(Receiver receiver, Feedback feedback, long nowNanos) {
        for (LevelFeedback each : feedback.levels()) {
            acknowledge(receiver, each);
        }
        if (receiver.up) {
            detector.heard(receiver, feedback, nowNanos);
            announceBases(receiver);
        }
        if (receiver.catchingUp) {
            catchUp(receiver);
        }
        release(nowNanos);
    }

    private void acknowledge(Receiver receiver, LevelFeedback feedback) {
        SendLevel level = levels.get(feedback.level());
        long expected = feedback.nextExpected();
        for (long sequence = Math.max(receiver.next[level.number], level.base()); sequence < expected; sequence++) {
            acknowledge(receiver, level, sequence);
            handedOn(receiver, level.frame(sequence));
        }
        receiver.next[level.number] = Math.max(receiver.next[level.number], expected);
        receiver.told.get(level.number).tell(feedback, sequence -> acknowledge(receiver, level, sequence));
    }

    private void acknowledge(Receiver receiver, SendLevel level, long sequence) {
        Frame frame = level.frame(sequence);
        if (frame == null || frame.isHeldBy(receiver.bit)) {
            return;
        }
        frame.holders |= receiver.bit;
        boolean onlyLate = frame.state == Frame.State.LOST || frame.lastPacket > receiver.highestPacket;
        if ((frame.missedBy & receiver.bit) != 0 && onlyLate) {
            receiver.tolerance.needless(frame.packetsBehind);
        }
        frame.missedBy &= ~receiver.bit;
        settleIfPossible(frame);
    }

    private void settleIfPossible(Frame frame) {
        if (frame.isHeldBy(up == 0 ? everybody : up)) {
            levels.get(frame.level).settled(frame);
        }
    }

    /** Only now it is the receiver's own: what it keeps while something before it is missing dies with it. */
    private void handedOn(Receiver receiver, @Nullable Frame frame) {
        if (frame == null) {
            return;
        }
        frame.users |= receiver.bit;
        if (frame.complete || (frame.users & everybody) != everybody) {
            return;
        }
        frame.complete = true;
        for (RecordFragment recordFragment : frame.pieces) {
            OutstandingRecord outstandingRecord = recordFragment.entry();
            outstandingRecord.closeFrame();
            if (!outstandingRecord.hasEnded() && outstandingRecord.hasArrived()) {
                queue.forget(outstandingRecord);
                recordAccounts.endInFlight(outstandingRecord, RecordOutcome.ACKED);
            }
        }
    }

    /** A receiver that waits for what was let go of learns that from any frame of the level. */
    private void announceBases(Receiver receiver) {
        for (SendLevel level : levels) {
            Frame first = level.frame(level.base());
            boolean waits = receiver.next[level.number] < level.base();
            if (waits
                    && first != null
                    && first.state == Frame.State.SETTLED
                    && first.lastPacket < receiver.highestPacket) {
                level.lost(first);
            }
        }
    }

    /** Drops frames that no receiver needs. */
    void release(long nowNanos) {
        for (SendLevel level : levels) {
            for (Frame first = level.frame(level.base()); first != null; first = level.frame(level.base())) {
                boolean useless = first.state == Frame.State.SETTLED && !first.isWorthRepair(nowNanos);
                if (!(first.complete || useless) || first.hasOpenRecords(nowNanos)) {
                    break;
                }
                endAll(first, RecordOutcome.EXPIRED);
                level.advanceBase();
            }
        }
    }

    public int retained() {
        return levels.stream().mapToInt(SendLevel::retained).sum();
    }

    /** The least urgent level loses its oldest frame, when only receivers that are away or behind need it. */
    private void letGoOfOldest() {
        long leading = 0;
        for (Receiver receiver : receivers) {
            leading |= receiver.up && !receiver.catchingUp ? receiver.bit : 0;
        }
        for (SendLevel level : levels.reversed()) {
            Frame first = level.frame(level.base());
            if (first != null && first.isHeldBy(leading)) {
                endAll(first, RecordOutcome.DROPPED_FOR_ABSENT);
                level.advanceBase();
                return;
            }
        }
    }

    private void endAll(Frame frame, RecordOutcome recordOutcome) {
        for (RecordFragment recordFragment : frame.pieces) {
            if (!recordFragment.entry().hasEnded()) {
                queue.forget(recordFragment.entry());
                recordAccounts.endInFlight(recordFragment.entry(), recordOutcome);
            }
        }
    }

    /** A receiver answers (again). */
    public void up(Receiver receiver) {
        receiver.up = true;
        up |= receiver.bit;
        receiver.catchingUp = receivers.size() > 1;
        if (receiver.catchingUp) {
            catchUp(receiver);
        }
    }

    /** A receiver has stopped answering. */
    public void down(Receiver receiver) {
        receiver.up = false;
        receiver.catchingUp = false;
        up &= ~receiver.bit;
        for (SendLevel level : levels) {
            for (long sequence = level.base(); sequence < level.next(); sequence++) {
                Frame frame = level.frame(sequence);
                if (frame != null && frame.state != Frame.State.SETTLED) {
                    settleIfPossible(frame);
                }
            }
        }
    }

    /** Marks frames as lost that a receiver misses within its window and that are not being sent. */
    private void catchUp(Receiver receiver) {
        boolean behind = false;
        for (SendLevel level : levels) {
            long from = Math.max(receiver.next[level.number], level.base());
            long to = Math.min(level.next(), from + bounds.windowFrames());
            for (long sequence = from; sequence < to; sequence++) {
                Frame frame = level.frame(sequence);
                if (frame != null && frame.state == Frame.State.SETTLED && !frame.isHeldBy(receiver.bit)) {
                    level.lost(frame);
                }
            }
            behind |= to < level.next();
        }
        receiver.catchingUp = behind;
    }

    /** A receiver is a new process that has nothing. What was let go of is not sent again, all else is. */
    public void restarted(Receiver receiver) {
        down(receiver);
        receiver.restart();
        if (receivers.size() == 1) {
            abandon(receiver);
            return;
        }
        for (SendLevel level : levels) {
            receiver.next[level.number] = level.base();
            for (long sequence = level.base(); sequence < level.next(); sequence++) {
                Frame frame = level.frame(sequence);
                if (frame != null) {
                    reopen(frame, receiver);
                }
            }
        }
    }

    private static void reopen(Frame frame, Receiver receiver) {
        frame.holders &= ~receiver.bit;
        frame.users &= ~receiver.bit;
        if (frame.complete) {
            frame.complete = false;
            frame.pieces.forEach(recordFragment -> recordFragment.entry().reopenFrame());
        }
    }

    /** Everything in flight waits again and gets new numbers. */
    private void abandon(Receiver receiver) {
        for (SendLevel level : levels) {
            level.abandon().forEach(queue::comeBack);
            receiver.next[level.number] = level.base();
        }
    }
}
