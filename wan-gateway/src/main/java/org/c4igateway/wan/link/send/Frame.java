package org.c4igateway.wan.link.send;

import java.util.List;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.link.record.RecordFragment;

/** A frame of a level that was sent, and what is known about it. */
public final class Frame {
    /** What is being done about it. */
    enum State {
        /** Sent; nothing is known, or not every receiver that is up has it and the others are not known to miss it. */
        OUTSTANDING,
        /** Some receiver misses it. */
        LOST,
        /** Every receiver that is up has it. */
        SETTLED
    }

    public final int level;
    public final long sequence;
    final List<RecordFragment> pieces;
    /** What made its body, and makes it again. */
    final ChunkPacker packer;

    State state = State.OUTSTANDING;
    /** One bit for each receiver that has it, so that it need not be sent again. */
    long holders;
    /** One bit for each receiver that has handed it on, with all before it. */
    long users;
    /** Every receiver there is has handed it on. */
    boolean complete;
    /** Number of the last packet it was in. */
    long lastPacket;

    long lastSentNanos;
    /** How often it was sent since it was last known to be lost. */
    int copies;
    /** One bit for each receiver that it was held for lost at. */
    long missedBy;
    /** One bit for each receiver that has told since the last sending that it misses it; it may still come. */
    long suspects;
    /** How many packets it was behind then. */
    long packetsBehind;

    Frame(int level, long sequence, List<RecordFragment> pieces, ChunkPacker packer) {
        this.level = level;
        this.sequence = sequence;
        this.pieces = List.copyOf(pieces);
        this.packer = packer;
    }

    boolean isHeldBy(long receivers) {
        return (holders & receivers) == receivers;
    }

    /** Whether a receiver misses it, which may be because packets overtook it. */
    boolean isSuspectedAt(Receiver receiver) {
        return (suspects & receiver.bit) != 0 && !isHeldBy(receiver.bit);
    }

    /** Whether a repair would carry anything. */
    boolean isWorthRepair(long nowNanos) {
        for (RecordFragment recordFragment : pieces) {
            if (recordFragment.entry().isWorthRepair(nowNanos)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a record with a piece in it goes on elsewhere and is still of interest. */
    boolean hasOpenRecords(long nowNanos) {
        for (RecordFragment recordFragment : pieces) {
            if (!recordFragment.entry().hasEnded()
                    && !recordFragment.entry().item().isExpired(nowNanos)) {
                return true;
            }
        }
        return false;
    }
}
