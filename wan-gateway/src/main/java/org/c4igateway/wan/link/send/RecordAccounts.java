package org.c4igateway.wan.link.send;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.link.measure.LevelTally;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.link.record.LinkListener;
import org.c4igateway.wan.link.record.OutstandingRecord;
import org.c4igateway.wan.link.record.RecordOutcome;

/** Counts what becomes of records and tells their owner; the one place where a record ends. */
public final class RecordAccounts {
    private final LinkListener listener;
    private final List<Counts> levels = new ArrayList<>();

    public RecordAccounts(LinkListener listener) {
        this.listener = listener;
        for (int level = 0; level < FrameLimits.LEVELS; level++) {
            levels.add(new Counts());
        }
    }

    void offered(LinkItem item) {
        of(item).offered++;
    }

    void queued(LinkItem item) {
        of(item).queued++;
    }

    /** Refused when offered. */
    void refuse(LinkItem item, RecordOutcome recordOutcome) {
        count(of(item), recordOutcome);
        listener.ended(item, recordOutcome);
    }

    /** A waiting record gives its place to a newer one, which waits in its stead. */
    void replaced(LinkItem older, LinkItem newer) {
        of(older).queued--;
        of(newer).queued++;
        count(of(older), RecordOutcome.SUPERSEDED);
        listener.ended(older, RecordOutcome.SUPERSEDED);
    }

    void endQueued(OutstandingRecord outstandingRecord, RecordOutcome recordOutcome) {
        of(outstandingRecord.item()).queued--;
        end(outstandingRecord, recordOutcome);
    }

    void endInFlight(OutstandingRecord outstandingRecord, RecordOutcome recordOutcome) {
        of(outstandingRecord.item()).inFlight--;
        end(outstandingRecord, recordOutcome);
    }

    void tookOff(OutstandingRecord outstandingRecord) {
        Counts counts = of(outstandingRecord.item());
        counts.queued--;
        counts.inFlight++;
    }

    void cameBack(OutstandingRecord outstandingRecord) {
        Counts counts = of(outstandingRecord.item());
        counts.queued++;
        counts.inFlight--;
    }

    void packed(int level, int bytesBefore, int bytesAfter) {
        Counts counts = levels.get(level);
        counts.bytesBefore += bytesBefore;
        counts.bytesAfter += bytesAfter;
    }

    public void transmitted(SendDecision sendDecision, int wireBytes) {
        Counts counts = levels.get(sendDecision.level());
        counts.wireBytes += wireBytes;
        switch (sendDecision) {
            case SendDecision.NewFrame fresh -> counts.frames++;
            case SendDecision.Repair repair -> counts.repaired++;
            case SendDecision.Repeat repeat -> counts.repeated++;
        }
    }

    public List<LevelTally> tallies() {
        return levels.stream().map(Counts::tally).toList();
    }

    private void end(OutstandingRecord outstandingRecord, RecordOutcome recordOutcome) {
        outstandingRecord.end(recordOutcome);
        count(of(outstandingRecord.item()), recordOutcome);
        listener.ended(outstandingRecord.item(), recordOutcome);
    }

    private Counts of(LinkItem item) {
        return levels.get(item.precedence().code());
    }

    private static void count(Counts counts, RecordOutcome recordOutcome) {
        switch (recordOutcome) {
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

        LevelTally tally() {
            LevelTally.Frames traffic =
                    new LevelTally.Frames(frames, repaired, repeated, bytesBefore, bytesAfter, wireBytes);
            return new LevelTally(
                    offered, queued, inFlight, acked, sent, expired, superseded, returned, dropped, traffic);
        }
    }
}
