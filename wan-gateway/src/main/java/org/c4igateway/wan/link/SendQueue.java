package org.c4igateway.wan.link;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.c4igateway.wan.frame.FrameLimits;
import org.jspecify.annotations.Nullable;

/**
 * What waits to be sent, by lane; bounded by records and bytes. When it is full, the least urgent makes room for what
 * is more urgent. What its origin sends again is returned before anything is given up, the newest first: what stays is
 * the beginning of each stream. Of what nobody sends again the oldest is given up, for what is as urgent too. What
 * gateways tell each other, one record for each subject, has room in any case.
 */
final class SendQueue {
    private static final Comparator<Entry> BY_EXPIRY = Comparator.comparingLong(
                    (Entry entry) -> entry.item().handling().expiresAtNanos())
            .thenComparingLong(entry -> entry.arrival);

    private final LinkBounds bounds;
    private final Ledger ledger;
    private final List<LaneQueue> lanes = new ArrayList<>();
    private final TreeSet<Entry> byExpiry = new TreeSet<>(BY_EXPIRY);
    private final Map<Subject, Entry> newest = new HashMap<>();
    private int records;
    private long bytes;
    private long arrivals;

    SendQueue(LinkBounds bounds, Ledger ledger) {
        this.bounds = bounds;
        this.ledger = ledger;
        for (int lane = 0; lane < FrameLimits.LANES; lane++) {
            lanes.add(new LaneQueue());
        }
    }

    Offer offer(LinkItem item, long nowNanos) {
        ledger.offered(item);
        if (item.isExpired(nowNanos)) {
            ledger.refuse(item, Ending.EXPIRED);
            return Offer.EXPIRED;
        }
        if (item.size() > bounds.itemBytes() || item.size() > bounds.queuedBytes()) {
            ledger.refuse(item, Ending.DROPPED_TOO_LARGE);
            return Offer.TOO_LARGE;
        }
        expire(nowNanos);
        Entry older = olderAbout(item);
        if (older != null && canTakePlaceOf(older, item)) {
            return replace(older, item, nowNanos);
        }
        if (older != null) {
            supersede(older);
        }
        if (!item.handling().isState() && !makeRoom(item)) {
            ledger.refuse(item, endWithoutRoom(item));
            return Offer.FULL;
        }
        Entry entry = new Entry(item, arrivals++, nowNanos);
        ledger.queued(item);
        add(entry);
        return older == null ? Offer.QUEUED : Offer.REPLACED;
    }

    boolean isEmpty(int lane) {
        return lanes.get(lane).isEmpty();
    }

    /** How long the oldest record of a lane has waited, 0 for none. */
    long oldestWaitingNanos(int lane, long nowNanos) {
        return isEmpty(lane) ? 0 : nowNanos - lanes.get(lane).oldest().offeredNanos();
    }

    int records() {
        return records;
    }

    long bytes() {
        return bytes;
    }

    List<Entry> head(int lane, int maxRecords, int maxBytes) {
        return lanes.get(lane).head(maxRecords, maxBytes);
    }

    /** The first piece of it went into a frame. */
    void takeOff(Entry entry) {
        remove(entry);
        ledger.tookOff(entry);
    }

    /** What was in flight waits again, in its old place. */
    void comeBack(Entry entry) {
        entry.unplace();
        ledger.cameBack(entry);
        add(entry);
    }

    void drop(Entry entry, Ending ending) {
        remove(entry);
        forget(entry);
        ledger.endQueued(entry, ending);
    }

    /** Call it when a record ends in flight. */
    void forget(Entry entry) {
        entry.item()
                .handling()
                .subject()
                .ifPresent(subject -> newest.remove(new Subject(entry.item().stream(), subject), entry));
    }

    /** Ends what has expired. */
    void expire(long nowNanos) {
        while (!byExpiry.isEmpty() && byExpiry.first().item().isExpired(nowNanos)) {
            drop(byExpiry.first(), Ending.EXPIRED);
        }
    }

    /** When the next record expires, {@link Long#MAX_VALUE} for never. */
    long nextExpiryNanos() {
        return byExpiry.isEmpty()
                ? Long.MAX_VALUE
                : byExpiry.first().item().handling().expiresAtNanos();
    }

    void newestFirst() {
        lanes.forEach(LaneQueue::newestFirst);
    }

    private @Nullable Entry olderAbout(LinkItem item) {
        return item.handling()
                .subject()
                .map(subject -> newest.get(new Subject(item.stream(), subject)))
                .orElse(null);
    }

    private boolean canTakePlaceOf(Entry older, LinkItem newer) {
        return older.placed() == 0
                && older.lane() == newer.precedence().code()
                && bytes - older.item().size() + newer.size() <= bounds.queuedBytes();
    }

    private Offer replace(Entry older, LinkItem newer, long nowNanos) {
        bytes += newer.size() - older.item().size();
        untrackExpiry(older);
        ledger.replaced(older.item(), newer);
        older.replace(newer, nowNanos);
        trackExpiry(older);
        return Offer.REPLACED;
    }

    private void supersede(Entry older) {
        if (older.placed() == 0) {
            drop(older, Ending.SUPERSEDED);
        } else {
            forget(older);
            ledger.endInFlight(older, Ending.SUPERSEDED);
        }
    }

    private boolean makeRoom(LinkItem item) {
        while (records >= bounds.queuedItems() || bytes + item.size() > bounds.queuedBytes()) {
            Entry victim = victimFor(item);
            if (victim == null) {
                return false;
            }
            drop(victim, endWithoutRoom(victim.item()));
        }
        return true;
    }

    private @Nullable Entry victimFor(LinkItem item) {
        int own = item.precedence().code();
        for (int lane = FrameLimits.LANES - 1; lane > own; lane--) {
            LaneQueue queue = lanes.get(lane);
            Entry victim = queue.newestResent();
            victim = victim != null ? victim : queue.oldestOfOthers();
            if (victim != null) {
                return victim;
            }
        }
        if (item.handling().resent()) {
            return null;
        }
        Entry older = lanes.get(own).oldestOfOthers();
        return older != null ? older : lanes.get(own).newestResent();
    }

    private static Ending endWithoutRoom(LinkItem item) {
        return item.handling().resent() ? Ending.RETURNED : Ending.DROPPED_FOR_ROOM;
    }

    private void add(Entry entry) {
        lanes.get(entry.lane()).add(entry);
        records++;
        bytes += entry.item().size();
        trackExpiry(entry);
        entry.item()
                .handling()
                .subject()
                .ifPresent(subject -> newest.put(new Subject(entry.item().stream(), subject), entry));
    }

    private void remove(Entry entry) {
        lanes.get(entry.lane()).remove(entry);
        records--;
        bytes -= entry.item().size();
        untrackExpiry(entry);
    }

    private void trackExpiry(Entry entry) {
        if (entry.item().handling().expiresAtNanos() != Long.MAX_VALUE) {
            byExpiry.add(entry);
        }
    }

    private void untrackExpiry(Entry entry) {
        byExpiry.remove(entry);
    }

    private record Subject(StreamKey stream, String subject) {}
}
