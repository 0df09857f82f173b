package org.c4igateway.wan.link.send;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.link.record.OfferResult;
import org.c4igateway.wan.link.record.OutstandingRecord;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.link.record.StreamKey;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.jspecify.annotations.Nullable;

/**
 * Records that wait to be sent, by level; bounded by records and bytes. When it is full, the least urgent record makes
 * room for a more urgent one. Records that their origin sends again are returned before others are given up, the newest
 * first, so that the beginning of each stream stays. Of the other records the oldest is given up, also for an equally
 * urgent one. Records between gateways, one for each subject, always have room.
 */
public final class SendQueue {
    private static final Comparator<OutstandingRecord> BY_EXPIRY = Comparator.comparingLong(
                    (OutstandingRecord outstandingRecord) ->
                            outstandingRecord.item().handling().expiresAtNanos())
            .thenComparingLong(outstandingRecord -> outstandingRecord.arrival);

    private final LinkSettings.Bounds bounds;
    private final RecordAccounts recordAccounts;
    private final List<LevelQueue> levels =
            Stream.generate(LevelQueue::new).limit(FrameLimits.LEVELS).toList();
    private final TreeSet<OutstandingRecord> byExpiry = new TreeSet<>(BY_EXPIRY);
    private final Map<Subject, OutstandingRecord> newest = new HashMap<>();
    private int records;
    private long bytes;
    private long arrivals;

    public SendQueue(LinkSettings.Bounds bounds, RecordAccounts recordAccounts) {
        this.bounds = bounds;
        this.recordAccounts = recordAccounts;
    }

    public OfferResult offer(LinkItem item, long nowNanos) {
        recordAccounts.offered(item);
        if (item.isExpired(nowNanos)) {
            recordAccounts.refuse(item, RecordOutcome.EXPIRED);
            return OfferResult.EXPIRED;
        }
        if (item.size() > bounds.itemBytes() || item.size() > bounds.queuedBytes()) {
            recordAccounts.refuse(item, RecordOutcome.DROPPED_TOO_LARGE);
            return OfferResult.TOO_LARGE;
        }
        expire(nowNanos);
        OutstandingRecord older = olderAbout(item);
        if (older != null && canTakePlaceOf(older, item)) {
            return replace(older, item, nowNanos);
        }
        if (older != null) {
            supersede(older);
        }
        if (!item.handling().isState() && !makeRoom(item)) {
            recordAccounts.refuse(item, endWithoutRoom(item));
            return OfferResult.FULL;
        }
        OutstandingRecord outstandingRecord = new OutstandingRecord(item, arrivals++, nowNanos);
        recordAccounts.queued(item);
        add(outstandingRecord);
        return older == null ? OfferResult.QUEUED : OfferResult.REPLACED;
    }

    boolean isEmpty(int level) {
        return levels.get(level).isEmpty();
    }

    /** How long the oldest record of a level has waited, 0 for none. */
    public long oldestWaitingNanos(int level, long nowNanos) {
        return isEmpty(level) ? 0 : nowNanos - levels.get(level).oldest().offeredNanos();
    }

    public long bytes() {
        return bytes;
    }

    List<OutstandingRecord> head(int level, int maxRecords, int maxBytes) {
        return levels.get(level).head(maxRecords, maxBytes);
    }

    /** The first piece of it went into a frame. */
    void takeOff(OutstandingRecord outstandingRecord) {
        remove(outstandingRecord);
        recordAccounts.tookOff(outstandingRecord);
    }

    /** What was in flight waits again, in its old place. */
    void comeBack(OutstandingRecord outstandingRecord) {
        outstandingRecord.unplace();
        recordAccounts.cameBack(outstandingRecord);
        add(outstandingRecord);
    }

    void drop(OutstandingRecord outstandingRecord, RecordOutcome recordOutcome) {
        remove(outstandingRecord);
        forget(outstandingRecord);
        recordAccounts.endQueued(outstandingRecord, recordOutcome);
    }

    /** Call it when a record ends in flight. */
    void forget(OutstandingRecord outstandingRecord) {
        outstandingRecord
                .item()
                .handling()
                .subject()
                .ifPresent(subject ->
                        newest.remove(new Subject(outstandingRecord.item().stream(), subject), outstandingRecord));
    }

    /** Ends what has expired. */
    public void expire(long nowNanos) {
        while (!byExpiry.isEmpty() && byExpiry.first().item().isExpired(nowNanos)) {
            drop(byExpiry.first(), RecordOutcome.EXPIRED);
        }
    }

    /** When the next record expires, {@link Long#MAX_VALUE} for never. */
    public long nextExpiryNanos() {
        return byExpiry.isEmpty()
                ? Long.MAX_VALUE
                : byExpiry.first().item().handling().expiresAtNanos();
    }

    public void newestFirst() {
        levels.forEach(LevelQueue::newestFirst);
    }

    private @Nullable OutstandingRecord olderAbout(LinkItem item) {
        return item.handling()
                .subject()
                .map(subject -> newest.get(new Subject(item.stream(), subject)))
                .orElse(null);
    }

    private boolean canTakePlaceOf(OutstandingRecord older, LinkItem newer) {
        return older.placed() == 0
                && older.level() == newer.precedence().code()
                && bytes - older.item().size() + newer.size() <= bounds.queuedBytes();
    }

    private OfferResult replace(OutstandingRecord older, LinkItem newer, long nowNanos) {
        bytes += newer.size() - older.item().size();
        untrackExpiry(older);
        recordAccounts.replaced(older.item(), newer);
        older.replace(newer, nowNanos);
        trackExpiry(older);
        return OfferResult.REPLACED;
    }

    private void supersede(OutstandingRecord older) {
        if (older.placed() == 0) {
            drop(older, RecordOutcome.SUPERSEDED);
        } else {
            forget(older);
            recordAccounts.endInFlight(older, RecordOutcome.SUPERSEDED);
        }
    }

    private boolean makeRoom(LinkItem item) {
        while (records >= bounds.queuedItems() || bytes + item.size() > bounds.queuedBytes()) {
            OutstandingRecord victim = victimFor(item);
            if (victim == null) {
                return false;
            }
            drop(victim, endWithoutRoom(victim.item()));
        }
        return true;
    }

    private @Nullable OutstandingRecord victimFor(LinkItem item) {
        int own = item.precedence().code();
        for (int level = FrameLimits.LEVELS - 1; level > own; level--) {
            LevelQueue queue = levels.get(level);
            OutstandingRecord victim = queue.newestResent();
            victim = victim != null ? victim : queue.oldestOfOthers();
            if (victim != null) {
                return victim;
            }
        }
        if (item.handling().resent()) {
            return null;
        }
        OutstandingRecord older = levels.get(own).oldestOfOthers();
        return older != null ? older : levels.get(own).newestResent();
    }

    private static RecordOutcome endWithoutRoom(LinkItem item) {
        return item.handling().resent() ? RecordOutcome.RETURNED : RecordOutcome.DROPPED_FOR_ROOM;
    }

    private void add(OutstandingRecord outstandingRecord) {
        levels.get(outstandingRecord.level()).add(outstandingRecord);
        records++;
        bytes += outstandingRecord.item().size();
        trackExpiry(outstandingRecord);
        outstandingRecord
                .item()
                .handling()
                .subject()
                .ifPresent(subject ->
                        newest.put(new Subject(outstandingRecord.item().stream(), subject), outstandingRecord));
    }

    private void remove(OutstandingRecord outstandingRecord) {
        levels.get(outstandingRecord.level()).remove(outstandingRecord);
        records--;
        bytes -= outstandingRecord.item().size();
        untrackExpiry(outstandingRecord);
    }

    private void trackExpiry(OutstandingRecord outstandingRecord) {
        if (outstandingRecord.item().handling().expiresAtNanos() != Long.MAX_VALUE) {
            byExpiry.add(outstandingRecord);
        }
    }

    private void untrackExpiry(OutstandingRecord outstandingRecord) {
        byExpiry.remove(outstandingRecord);
    }

    private record Subject(StreamKey stream, String subject) {}
}
