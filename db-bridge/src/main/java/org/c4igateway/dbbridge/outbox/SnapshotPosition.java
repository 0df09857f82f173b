package org.c4igateway.dbbridge.outbox;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.store.ReadPosition;

/**
 * How far the outbox was read: every row up to the cursor, in the order of (transaction id, sequence), except those of
 * the transactions that were still in progress then, the gaps. A gap is read as soon as its transaction has finished,
 * however late, and nothing else waits for it.
 *
 * <p>Printed as {@code xid:sequence:gap,gap...} with a gap as {@code xid} or, once begun, {@code xid+sequence};
 * {@code c4i.backlog_now} reads the same text.
 *
 * @param xid transaction of the cursor
 * @param sequence row of the cursor
 * @param gaps ascending by transaction, each below the cursor's
 */
record SnapshotPosition(long xid, long sequence, List<Gap> gaps) {
    private static final SnapshotPosition START = new SnapshotPosition(0, 0, List.of());

    SnapshotPosition {
        gaps = List.copyOf(gaps);
    }

    /**
     * Rows of one transaction not read yet.
     *
     * @param xid the transaction
     * @param after rows up to this sequence were read
     */
    record Gap(long xid, long after) {
        Gap {
            if (after < 0) {
                throw new IllegalArgumentException("a gap after row " + after);
            }
        }
    }

    /** @throws IllegalArgumentException for text that {@link #toReadPosition} did not write */
    static SnapshotPosition of(ReadPosition position) {
        if (position.token().isEmpty()) {
            return START;
        }
        String[] parts = position.token().split(":", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("not a reading position: " + position.token());
        }
        List<Gap> gaps = new ArrayList<>();
        if (!parts[2].isEmpty()) {
            for (String gap : parts[2].split(",", -1)) {
                int plus = gap.indexOf('+');
                gaps.add(
                        plus < 0
                                ? new Gap(Long.parseLong(gap), 0)
                                : new Gap(
                                        Long.parseLong(gap, 0, plus, 10),
                                        Long.parseLong(gap, plus + 1, gap.length(), 10)));
            }
        }
        return new SnapshotPosition(Long.parseLong(parts[0]), Long.parseLong(parts[1]), gaps);
    }

    ReadPosition toReadPosition() {
        StringBuilder text = new StringBuilder(32 + 12 * gaps.size());
        text.append(xid).append(':').append(sequence).append(':');
        String separator = "";
        for (Gap gap : gaps) {
            text.append(separator).append(gap.xid);
            if (gap.after > 0) {
                text.append('+').append(gap.after);
            }
            separator = ",";
        }
        return new ReadPosition(text.toString());
    }

    /**
     * @return the position after a read at {@code snapshot} that saw everything there was; the same for every such read
     */
    static SnapshotPosition afterAll(Snapshot snapshot) {
        return new SnapshotPosition(snapshot.xmax(), 0, gapsBelow(snapshot, snapshot.xmax()));
    }

    /**
     * @param lastXid transaction of the last row of a read at {@code snapshot} that was cut short
     * @param lastSequence that row
     */
    SnapshotPosition after(Snapshot snapshot, long lastXid, long lastSequence) {
        // Every gap lies below the transaction of the cursor, and what is behind the cursor is not before it. Gaps come
        // first, so past the cursor the finished ones are read and the others still run.
        boolean pastCursor = lastXid >= xid;
        return pastCursor
                ? new SnapshotPosition(lastXid, lastSequence, gapsBelow(snapshot, lastXid))
                : new SnapshotPosition(xid, sequence, gapsAfter(snapshot, lastXid, lastSequence));
    }

    /** @return the first transaction of which there may be rows to read */
    long startsAt() {
        return gaps.isEmpty() ? xid : Math.min(xid, gaps.getFirst().xid());
    }

    /** @return whether the position lies in the future of {@code snapshot}, as after a restore */
    boolean isAheadOf(Snapshot snapshot) {
        return xid > snapshot.xmax();
    }

    private static List<Gap> gapsBelow(Snapshot snapshot, long bound) {
        List<Gap> gaps = new ArrayList<>();
        for (long running : snapshot.inProgress()) {
            if (running < bound) {
                gaps.add(new Gap(running, 0));
            }
        }
        return gaps;
    }

    private List<Gap> gapsAfter(Snapshot snapshot, long lastXid, long lastSequence) {
        List<Gap> left = new ArrayList<>();
        for (Gap gap : gaps) {
            if (gap.xid == lastXid) {
                left.add(new Gap(lastXid, lastSequence));
            } else if (gap.xid > lastXid || !snapshot.hasFinished(gap.xid)) {
                left.add(gap);
            }
        }
        return left;
    }
}
