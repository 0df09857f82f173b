package org.c4igateway.wan.link;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The waiting records of one lane. First in, first out. After an outage, until the backlog is gone, streams go in the
 * order of their newest record, newest first. Within a stream the order is always that of arrival.
 */
final class LaneQueue {
    private static final Comparator<StreamQueue> BY_NEWEST = Comparator.comparingLong(
                    (StreamQueue stream) -> stream.entries.lastKey())
            .reversed();

    private final TreeMap<Long, Entry> byArrival = new TreeMap<>();
    /** Those that their origins send again, and the others but those that never give way. */
    private final TreeMap<Long, Entry> resent = new TreeMap<>();

    private final TreeMap<Long, Entry> others = new TreeMap<>();
    private final Map<StreamKey, StreamQueue> streams = new HashMap<>();
    private final TreeSet<StreamQueue> byNewest = new TreeSet<>(BY_NEWEST);
    private long piledUpUntil = Long.MIN_VALUE;

    boolean isEmpty() {
        return byArrival.isEmpty();
    }

    void add(Entry entry) {
        byArrival.put(entry.arrival, entry);
        if (!entry.item().handling().isState()) {
            part(entry).put(entry.arrival, entry);
        }
        StreamQueue stream = streams.computeIfAbsent(entry.item().stream(), key -> new StreamQueue());
        if (!stream.entries.isEmpty()) {
            byNewest.remove(stream);
        }
        stream.entries.put(entry.arrival, entry);
        byNewest.add(stream);
    }

    void remove(Entry entry) {
        byArrival.remove(entry.arrival);
        part(entry).remove(entry.arrival);
        StreamQueue stream = streams.get(entry.item().stream());
        if (stream == null || !stream.entries.containsKey(entry.arrival)) {
            throw new IllegalStateException("record " + entry.item().id() + " does not wait");
        }
        byNewest.remove(stream);
        stream.entries.remove(entry.arrival);
        if (stream.entries.isEmpty()) {
            streams.remove(entry.item().stream());
        } else {
            byNewest.add(stream);
        }
    }

    Entry oldest() {
        return byArrival.firstEntry().getValue();
    }

    /** @return the last of those that their origins send again, which is the last of its stream; null for none */
    @Nullable Entry newestResent() {
        return resent.isEmpty() ? null : resent.lastEntry().getValue();
    }

    /** @return the first of those that nobody sends again; null for none */
    @Nullable Entry oldestOfOthers() {
        return others.isEmpty() ? null : others.firstEntry().getValue();
    }

    private Map<Long, Entry> part(Entry entry) {
        return entry.item().handling().resent() ? resent : others;
    }

    /** From now on, what waits now comes after what is newer. */
    void newestFirst() {
        if (!byArrival.isEmpty()) {
            piledUpUntil = byArrival.lastKey();
        }
    }

    /** The next records in their order, up to so many bytes or records but at least one if any. */
    List<Entry> head(int maxRecords, int maxBytes) {
        List<Entry> head = new ArrayList<>();
        int bytes = 0;
        for (Map<Long, Entry> part : parts()) {
            for (Entry entry : part.values()) {
                if (head.size() >= maxRecords || bytes >= maxBytes) {
                    return head;
                }
                head.add(entry);
                bytes += entry.unplaced();
            }
        }
        return head;
    }

    private Iterable<Map<Long, Entry>> parts() {
        boolean piledUp = !byArrival.isEmpty() && byArrival.firstKey() <= piledUpUntil;
        if (!piledUp) {
            return List.of(byArrival);
        }
        return () -> byNewest.stream()
                .map(stream -> (Map<Long, Entry>) stream.entries)
                .iterator();
    }

    private static final class StreamQueue {
        private final TreeMap<Long, Entry> entries = new TreeMap<>();
    }
}
