package org.c4igateway.wan.link;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.wan.frame.FrameLimits;

/** Counts what becomes of records and tells their owner; the one place where a record ends. */
final class Ledger {
    private final LinkListener listener;
    private final List<Counts> lanes = new ArrayList<>();

    Ledger(LinkListener listener) {
        this.listener = listener;
        for (int lane = 0; lane < FrameLimits.LANES; lane++) {
            lanes.add(new Counts());
        }
    }

    void offered(LinkItem item) {
        of(item).offered++;
    }

    void queued(LinkItem item) {
        of(item).queued++;
    }

    /** Refused when offered. */
    void refuse(LinkItem item, Ending ending) {
        count(of(item), ending);
        listener.ended(item, ending);
    }

    /** A waiting record gives its place to a newer one, which waits in its stead. */
    void replaced(LinkItem older, LinkItem newer) {
        of(older).queued--;
        of(newer).queued++;
        count(of(older), Ending.SUPERSEDED);
        listener.ended(older, Ending.SUPERSEDED);
    }

    void endQueued(Entry entry, Ending ending) {
        of(entry.item()).queued--;
        end(entry, ending);
    }

    void endInFlight(Entry entry, Ending ending) {
        of(entry.item()).inFlight--;
        end(entry, ending);
    }

    void tookOff(Entry entry) {
        Counts counts = of(entry.item());
        counts.queued--;
        counts.inFlight++;
    }

    void cameBack(Entry entry) {
        Counts counts = of(entry.item());
        counts.queued++;
        counts.inFlight--;
    }

    void packed(int lane, int bytesBefore, int bytesAfter) {
        Counts counts = lanes.get(lane);
        counts.bytesBefore += bytesBefore;
        counts.bytesAfter += bytesAfter;
    }

    void transmitted(Turn turn, int wireBytes) {
        Counts counts = lanes.get(turn.lane());
        counts.wireBytes += wireBytes;
        switch (turn) {
            case Turn.Fresh fresh -> counts.frames++;
            case Turn.Repair repair -> counts.repaired++;
            case Turn.Repeat repeat -> counts.repeated++;
        }
    }

    List<LaneTally> tallies() {
        return lanes.stream().map(Counts::tally).toList();
    }

    private void end(Entry entry, Ending ending) {
        entry.end(ending);
        count(of(entry.item()), ending);
        listener.ended(entry.item(), ending);
    }

    private Counts of(LinkItem item) {
        return lanes.get(item.precedence().code());
    }

    private static void count(Counts counts, Ending ending) {
        switch (ending) {
            case ACKED -> counts.acked++;
            case SENT -> counts.sent++;
            case EXPIRED -> counts.expired++;
            case SUPERSEDED -> counts.superseded++;
            case RETURNED -> counts.returned++;
            case DROPPED_FOR_ROOM, DROPPED_TOO_LARGE, DROPPED_UNREADABLE, DROPPED_FOR_ABSENT -> counts.dropped++;
        }
    }

    private static final class Counts {
        private long offered;
        private long queued;
        private long inFlight;
        private long acked;
        private long sent;
        private long expired;
        private long superseded;
        private long returned;
        private long dropped;
        private long frames;
        private long repaired;
        private long repeated;
        private long bytesBefore;
        private long bytesAfter;
        private long wireBytes;

        LaneTally tally() {
            FrameTally traffic = new FrameTally(frames, repaired, repeated, bytesBefore, bytesAfter, wireBytes);
            return new LaneTally(
                    offered, queued, inFlight, acked, sent, expired, superseded, returned, dropped, traffic);
        }
    }
}
