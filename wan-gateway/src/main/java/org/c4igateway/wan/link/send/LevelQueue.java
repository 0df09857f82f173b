package org.c4igateway.wan.link.send;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.c4igateway.wan.link.record.OutstandingRecord;
import org.c4igateway.wan.link.record.StreamKey;
import org.jspecify.annotations.Nullable;

/**
 * The waiting records of one level. First in, first out. After an outage, until the backlog is gone, streams go in the
 * order of their newest record, newest first. Within a stream the order is always that of arrival.
 */
final class LevelQueue {
    private static final Comparator<StreamQueue> BY_NEWEST = Comparator.comparingLong(
                    (StreamQueue stream) -> stream.entries.lastKey())
            .reversed();

    private final TreeMap<Long, OutstandingRecord> byArrival = new TreeMap<>();
    /** Those that their origins send again, and the others but those that never give way. */
    private final TreeMap<Long, OutstandingRecord> resent = new TreeMap<>();

    private final TreeMap<Long, OutstandingRecord> others = new TreeMap<>();
    private final Map<StreamKey, StreamQueue> streams = new HashMap<>();
    private final TreeSet<StreamQueue> byNewest = new TreeSet<>(BY_NEWEST);
    private long piledUpUntil = Long.MIN_VALUE;

    boolean isEmpty() {
        return byArrival.isEmpty();
    }

    void add(OutstandingRecord outstandingRecord) {
        byArrival.put(outstandingRecord.arrival, outstandingRecord);
        if (!outstandingRecord.item().handling().isState()) {
            part(outstandingRecord).put(outstandingRecord.arrival, outstandingRecord);
        }
        StreamQueue stream = streams.computeIfAbsent(outstandingRecord.item().stream(), key -> new StreamQueue());
        if (!stream.entries.isEmpty()) {
            byNewest.remove(stream);
        }
        stream.entries.put(outstandingRecord.arrival, outstandingRecord);
        byNewest.add(stream);
    }

    void remove(OutstandingRecord outstandingRecord) {
        byArrival.remove(outstandingRecord.arrival);
        part(outstandingRecord).remove(outstandingRecord.arrival);
        StreamQueue stream = streams.get(outstandingRecord.item().stream());
        if (stream == null || !stream.entries.containsKey(outstandingRecord.arrival)) {
            throw new IllegalStateException("record " + outstandingRecord.item().id() + " does not wait");
        }
        byNewest.remove(stream);
        stream.entries.remove(outstandingRecord.arrival);
        if (stream.entries.isEmpty()) {
            streams.remove(outstandingRecord.item().stream());
        } else {
            byNewest.add(stream);
        }
    }

    OutstandingRecord oldest() {
        return byArrival.firstEntry().getValue();
    }

    /** @return the last of those that their origins send again, which is the last of its stream; null for none */
    @Nullable OutstandingRecord newestResent() {
        return resent.isEmpty() ? null : resent.lastEntry().getValue();
    }

    /** @return the first of those that nobody sends again; null for none */
    @Nullable OutstandingRecord oldestOfOthers() {
        return others.isEmpty() ? null : others.firstEntry().getValue();
    }

    private Map<Long, OutstandingRecord> part(OutstandingRecord outstandingRecord) {
        return outstandingRecord.item().handling().resent() ? resent : others;
    }

    /** From now on, records that wait now go after newer ones. */
    void newestFirst() {
        if (!byArrival.isEmpty()) {
            piledUpUntil = byArrival.lastKey();
        }
    }

    /** The next records in their order, up to so many bytes or records but at least one if any. */
    List<OutstandingRecord> head(int maxRecords, int maxBytes) {
        List<OutstandingRecord> head = new ArrayList<>();
        int bytes = 0;
        for (Map<Long, OutstandingRecord> part : parts()) {
            for (OutstandingRecord outstandingRecord : part.values()) {
                if (head.size() >= maxRecords || bytes >= maxBytes) {
                    return head;
                }
                head.add(outstandingRecord);
                bytes += outstandingRecord.unplaced();
            }
        }
        return head;
    }

    private Iterable<Map<Long, OutstandingRecord>> parts() {
        boolean piledUp = !byArrival.isEmpty() && byArrival.firstKey() <= piledUpUntil;
        if (!piledUp) {
            return List.of(byArrival);
        }
        return () -> byNewest.stream()
                .map(stream -> (Map<Long, OutstandingRecord>) stream.entries)
                .iterator();
    }

    private static final class StreamQueue {
        private final TreeMap<Long, OutstandingRecord> entries = new TreeMap<>();
    }
}
