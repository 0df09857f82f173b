package org.c4igateway.wan.link;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.wan.frame.Feedback;
import org.c4igateway.wan.frame.FrameLimits;
import org.c4igateway.wan.frame.LaneFeedback;
import org.jspecify.annotations.Nullable;

/**
 * The frames in flight to all receivers of the stream: which receiver has which frame, which frames are lost, which may
 * be dropped. One transmission serves all receivers.
 *
 * <p>A receiver that is down does not delay the others. The frames that it misses are kept, within bounds, and repaired
 * when it is back. Frames are dropped in the order of their lane, and only after the records that begin or end in them
 * have ended, so that a restarted receiver gets whole records.
 */
final class Flight {
    private final List<SendLane> lanes = new ArrayList<>();
    private final List<Receiver> receivers;
    private final LinkBounds bounds;
    private final SendQueue queue;
    private final Ledger ledger;
    private final LossDetector detector;
    private final long everybody;
    private long up;

    Flight(List<Receiver> receivers, LinkBounds bounds, SendQueue queue, Ledger ledger) {
        this.receivers = List.copyOf(receivers);
        this.bounds = bounds;
        this.queue = queue;
        this.ledger = ledger;
        long all = 0;
        for (Receiver receiver : receivers) {
            all |= receiver.bit;
        }
        this.everybody = all;
        for (int lane = 0; lane < FrameLimits.LANES; lane++) {
            lanes.add(new SendLane(lane));
        }
        this.detector = new LossDetector(lanes, this.receivers, this::settleIfPossible);
    }

    List<SendLane> lanes() {
        return lanes;
    }

    LossDetector detector() {
        return detector;
    }

    /**
     * A frame was sent.
     *
     * @param again whether nothing was known about it, so that this is one more copy
     */
    void sent(Frame frame, long packet, boolean again, long nowNanos) {
        frame.lastPacket = packet;
        frame.lastSentNanos = nowNanos;
        frame.copies = again ? frame.copies + 1 : 1;
        lanes.get(frame.lane).outstanding(frame);
        if (retained() > bounds.retainedFrames()) {
            letGoOfOldest();
        }
    }

    boolean hasOutstanding() {
        return lanes.stream().anyMatch(lane -> !lane.outstanding().isEmpty());
    }

    /** Whether there is room at the receivers for one more frame of this lane. */
    boolean isOpen(SendLane lane, long windowFrames) {
        boolean anybody = false;
        for (Receiver receiver : receivers) {
            if (receiver.up && !receiver.catchingUp) {
                anybody = true;
                if (lane.next() - Math.max(receiver.next[lane.number], lane.base()) >= windowFrames) {
                    return false;
                }
            }
        }
        return anybody;
    }

    /** Whether feedback speaks of what was sent. */
    boolean isPlausible(Feedback feedback) {
        return feedback.lanes().stream().allMatch(each -> {
            long sent = lanes.get(each.lane()).next();
            return each.nextExpected() <= sent && each.highest() < sent;
        });
    }

    /** Takes feedback of a receiver: plausible, newer than any before, and already measured. */
    void heard(Receiver receiver, Feedback feedback, long nowNanos) {
        for (LaneFeedback each : feedback.lanes()) {
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

    private void acknowledge(Receiver receiver, LaneFeedback feedback) {
        SendLane lane = lanes.get(feedback.lane());
        long expected = feedback.nextExpected();
        for (long sequence = Math.max(receiver.next[lane.number], lane.base()); sequence < expected; sequence++) {
            acknowledge(receiver, lane, sequence);
            handedOn(receiver, lane.frame(sequence));
        }
        receiver.next[lane.number] = Math.max(receiver.next[lane.number], expected);
        feedback.received().stream().forEach(bit -> acknowledge(receiver, lane, expected + 1 + bit));
    }

    private void acknowledge(Receiver receiver, SendLane lane, long sequence) {
        Frame frame = lane.frame(sequence);
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
            lanes.get(frame.lane).settled(frame);
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
        for (Piece piece : frame.pieces) {
            Entry entry = piece.entry();
            entry.closeFrame();
            if (!entry.hasEnded() && entry.hasArrived()) {
                queue.forget(entry);
                ledger.endInFlight(entry, Ending.ACKED);
            }
        }
    }

    /** A receiver that waits for what was let go of learns that from any frame of the lane. */
    private void announceBases(Receiver receiver) {
        for (SendLane lane : lanes) {
            Frame first = lane.frame(lane.base());
            boolean waits = receiver.next[lane.number] < lane.base();
            if (waits
                    && first != null
                    && first.state == Frame.State.SETTLED
                    && first.lastPacket < receiver.highestPacket) {
                lane.lost(first);
            }
        }
    }

    /** Drops frames that no receiver needs. */
    void release(long nowNanos) {
        for (SendLane lane : lanes) {
            for (Frame first = lane.frame(lane.base()); first != null; first = lane.frame(lane.base())) {
                boolean useless = first.state == Frame.State.SETTLED && !first.isWorthRepair(nowNanos);
                if (!(first.complete || useless) || first.hasOpenRecords(nowNanos)) {
                    break;
                }
                endAll(first, Ending.EXPIRED);
                lane.advanceBase();
            }
        }
    }

    int retained() {
        return lanes.stream().mapToInt(SendLane::retained).sum();
    }

    /** The least urgent lane loses its oldest frame, when only receivers that are away or behind need it. */
    private void letGoOfOldest() {
        long leading = 0;
        for (Receiver receiver : receivers) {
            leading |= receiver.up && !receiver.catchingUp ? receiver.bit : 0;
        }
        for (SendLane lane : lanes.reversed()) {
            Frame first = lane.frame(lane.base());
            if (first != null && first.isHeldBy(leading)) {
                endAll(first, Ending.DROPPED_FOR_ABSENT);
                lane.advanceBase();
                return;
            }
        }
    }

    private void endAll(Frame frame, Ending ending) {
        for (Piece piece : frame.pieces) {
            if (!piece.entry().hasEnded()) {
                queue.forget(piece.entry());
                ledger.endInFlight(piece.entry(), ending);
            }
        }
    }

    /** A receiver answers (again). */
    void up(Receiver receiver) {
        receiver.up = true;
        up |= receiver.bit;
        receiver.catchingUp = receivers.size() > 1;
        if (receiver.catchingUp) {
            catchUp(receiver);
        }
    }

    /** A receiver has stopped answering. */
    void down(Receiver receiver) {
        receiver.up = false;
        receiver.catchingUp = false;
        up &= ~receiver.bit;
        for (SendLane lane : lanes) {
            for (long sequence = lane.base(); sequence < lane.next(); sequence++) {
                Frame frame = lane.frame(sequence);
                if (frame != null && frame.state != Frame.State.SETTLED) {
                    settleIfPossible(frame);
                }
            }
        }
    }

    /** Marks frames as lost that a receiver misses within its window and that are not being sent. */
    private void catchUp(Receiver receiver) {
        boolean behind = false;
        for (SendLane lane : lanes) {
            long from = Math.max(receiver.next[lane.number], lane.base());
            long to = Math.min(lane.next(), from + bounds.windowFrames());
            for (long sequence = from; sequence < to; sequence++) {
                Frame frame = lane.frame(sequence);
                if (frame != null && frame.state == Frame.State.SETTLED && !frame.isHeldBy(receiver.bit)) {
                    lane.lost(frame);
                }
            }
            behind |= to < lane.next();
        }
        receiver.catchingUp = behind;
    }

    /** A receiver is a new process that has nothing. What was let go of is not sent again, all else is. */
    void restarted(Receiver receiver) {
        down(receiver);
        receiver.restart();
        if (receivers.size() == 1) {
            abandon(receiver);
            return;
        }
        for (SendLane lane : lanes) {
            receiver.next[lane.number] = lane.base();
            for (long sequence = lane.base(); sequence < lane.next(); sequence++) {
                Frame frame = lane.frame(sequence);
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
            frame.pieces.forEach(piece -> piece.entry().reopenFrame());
        }
    }

    /** Everything in flight waits again and gets new numbers. */
    private void abandon(Receiver receiver) {
        for (SendLane lane : lanes) {
            lane.abandon().forEach(queue::comeBack);
            receiver.next[lane.number] = lane.base();
        }
    }
}
