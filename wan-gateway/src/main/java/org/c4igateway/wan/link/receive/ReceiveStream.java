package org.c4igateway.wan.link.receive;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.Datagram;
import org.c4igateway.wan.frame.Feedback;
import org.c4igateway.wan.frame.LevelFeedback;
import org.c4igateway.wan.frame.body.ChunkUnpacker;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.link.measure.LossEstimate;
import org.c4igateway.wan.link.measure.ReceiveCounts;
import org.c4igateway.wan.link.record.RecordAssembly;
import org.c4igateway.wan.link.settings.LinkSettings;

/**
 * One session of a peer's stream. Takes frames only from the packet on in which the peer said that it knows the present
 * session of this side: older ones were sent to an earlier process here, or are a replay.
 */
public final class ReceiveStream {
    /** So small a part of what a feedback describes is left for each level that is not told in parts. */
    private static final int FEW = 16;

    private final long session;
    private final ReceiveCounts counts;
    private final List<ReceiveLevel> levels = new ArrayList<>();
    private final LossEstimate loss = new LossEstimate();
    private long acceptedFrom = Long.MAX_VALUE;
    private long highestPacket = -1;
    private long highestAtNanos;
    private long packets;
    /** The level that is told in parts. */
    private int turn = FrameLimits.LEVELS - 1;

    private boolean telling;

    /** A session of which nothing was taken; keeps frames as far ahead as the bounds for one peer say. */
    public ReceiveStream(
            long session,
            LinkSettings.Bounds bounds,
            ChunkUnpacker unpacker,
            ReceiveCounts counts,
            RecordAssembly.Output records) {
        this.session = session;
        this.counts = counts;
        ReceiveWindow window = new ReceiveWindow(bounds.windowFrames(), bounds.wideFrames());
        for (int level = 0; level < FrameLimits.LEVELS; level++) {
            RecordAssembly assembly = new RecordAssembly(Precedence.ofCode(level), bounds.itemBytes(), counts, records);
            levels.add(new ReceiveLevel(level, window, unpacker, assembly, counts));
        }
    }

    public long session() {
        return session;
    }

    /** Whether the peer has said that it knows this side's session. */
    public boolean isAccepted() {
        return acceptedFrom != Long.MAX_VALUE;
    }

    /** Share of its datagrams that have not arrived; those that come late count as lost. 0 before the second. */
    public double loss() {
        return loss.ratio();
    }

    public void acceptFrom(long packet) {
        acceptedFrom = Math.min(acceptedFrom, packet);
    }

    /** @return whether its data shows that an urgent frame is missing */
    public boolean take(Datagram datagram, long nowNanos) {
        packets++;
        counts.datagrams++;
        if (datagram.packet() > highestPacket) {
            if (highestPacket >= 0) {
                long newlySent = datagram.packet() - highestPacket;
                loss.add(newlySent - 1, newlySent);
            }
            highestPacket = datagram.packet();
            highestAtNanos = nowNanos;
        }
        if (datagram.data().isEmpty()) {
            return false;
        }
        if (datagram.packet() < acceptedFrom) {
            counts.notAccepted++;
            return false;
        }
        int level = datagram.data().get().level();
        boolean gap = levels.get(level).take(datagram.data().get());
        return gap && level <= Precedence.IMMEDIATE.code();
    }

    public int waiting() {
        return levels.stream().mapToInt(ReceiveLevel::waiting).sum();
    }

    /**
     * What to tell the peer.
     *
     * @param maxSpan how many sequences it may describe in all, with one bit each
     * @param inParts whether the peer understands parts; otherwise what goes beyond is left out
     */
    public Feedback feedback(int maxSpan, boolean inParts, long nowNanos) {
        boolean all = levels.stream().mapToLong(ReceiveLevel::span).sum() <= maxSpan;
        telling = false;
        List<LevelFeedback> known = all || !inParts ? whole(maxSpan) : parts(maxSpan);
        long delayMicros = Math.max(0, nowNanos - highestAtNanos) / 1_000;
        return new Feedback(session, highestPacket, Math.min(packets, highestPacket + 1), delayMicros, known);
    }

    /** Whether the last {@link #feedback} was a part that others follow before all is told. */
    public boolean isTelling() {
        return telling;
    }

    private List<LevelFeedback> whole(int maxSpan) {
        List<LevelFeedback> known = new ArrayList<>();
        int span = maxSpan;
        for (ReceiveLevel level : levels) {
            if (level.isKnown()) {
                LevelFeedback feedback = level.feedback(span);
                span -= feedback.received().length();
                known.add(feedback);
            }
        }
        return known;
    }

    /** A part of one level, the levels in turn; all of those with few gaps. */
    private List<LevelFeedback> parts(int maxSpan) {
        int few = maxSpan / FEW;
        if (!levels.get(turn).isTelling()) {
            turn = nextWithMany(few);
        }
        List<LevelFeedback> known = new ArrayList<>();
        for (ReceiveLevel level : levels) {
            if (level.number() == turn) {
                known.add(level.part((maxSpan - few * (FrameLimits.LEVELS - 1)) / Byte.SIZE));
            } else if (level.isKnown()) {
                known.add(level.span() <= few ? level.feedback(few) : level.part(0));
            }
        }
        telling = levels.get(turn).isTelling() || nextWithMany(few) > turn;
        return known;
    }

    /** The next level in turn with more gaps than a few; the present one when there is no other. */
    private int nextWithMany(int few) {
        for (int step = 1; step < FrameLimits.LEVELS; step++) {
            int next = (turn + step) % FrameLimits.LEVELS;
            if (levels.get(next).span() > few) {
                return next;
            }
        }
        return turn;
    }
}
