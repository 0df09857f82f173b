package org.c4igateway.wan.route.outlet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.wan.frame.record.LinkRecord.MessageRecord;
import org.c4igateway.wan.route.outlet.InFlightMessage.MessageKey;

/**
 * Streams of nodes with a message that was not taken for lack of room. The message waits at its origin, which sends all
 * rows without a receipt again, in order, from the oldest on. Until then no message of the stream is taken, because it
 * would arrive ahead. The origin has begun again when a message that was not taken comes for the second time. That
 * message is the oldest that still counts, even if earlier ones that were not taken have ended otherwise. So the last
 * arrival of each message is remembered. Bounded. Used by the router's thread.
 */
public final class Holdback {
    private static final int MAX_STREAMS = 65_536;
    private static final int MAX_MESSAGES = 1 << 20;
    /** Longer than nodes wait for receipts: a node that has not sent again by then has no waiting row. */
    private static final long IDLE_NANOS = TimeUnit.HOURS.toNanos(1);
    /** A stream without a message for this time no longer counts as held back. */
    private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(3);

    private final Map<Stream, Held> held = new HashMap<>();
    private final int maxMessages;
    private int messages;
    private long arrivals;

    /** A stream: messages that keep their order. */
    private record Stream(String origin, String target, String topicId, Precedence precedence) {}

    /**
     * The data of a message that matter here.
     *
     * @param writtenNanos when its origin wrote it this time, nanoseconds since the epoch
     * @param arrival when it came last: a {@link #nextArrival}
     */
    public record Row(MessageKey key, String topicId, Precedence precedence, long writtenNanos, long arrival) {
        public static Row of(MessageRecord record, long arrival) {
            KmtfMessage message = record.message();
            return new Row(
                    InFlightMessage.keyOf(message),
                    message.topicId(),
                    InFlightMessage.precedenceOf(message),
                    record.sourceNanos(),
                    arrival);
        }

        private Stream to(String target) {
            return new Stream(key.origin(), target, topicId, precedence);
        }
    }

    public Holdback() {
        this(MAX_MESSAGES);
    }

    public Holdback(int maxMessages) {
        this.maxMessages = maxMessages;
    }

    /** @return the number of the present arrival, above all earlier ones */
    public long nextArrival() {
        return ++arrivals;
    }

    /**
     * A message came.
     *
     * @return the targets to which it may go; to the others it must not, and counts as not taken
     */
    public List<String> open(Row row, List<String> targets, ClockReading now) {
        if (held.isEmpty()) {
            return targets;
        }
        List<String> open = new ArrayList<>(targets.size());
        for (String target : targets) {
            Stream stream = row.to(target);
            Held of = held.get(stream);
            if (of == null || of.has(row.key().sequence())) {
                open.add(target);
                release(stream);
            } else if (!isFull()) {
                messages++;
                of.add(row, now.nanos());
            }
        }
        return open;
    }

    /**
     * A message was not taken, or was given back: later messages are not taken either until it comes again. Other
     * messages of the stream that came before its last arrival are forgotten: its origin may have sent it again
     * already, and may now send them again without it. Messages that came after it are kept: they come again only after
     * it, or it has ended.
     */
    public void hold(Row row, Collection<String> targets, ClockReading now) {
        for (String target : targets) {
            Held of = held.computeIfAbsent(row.to(target), stream -> new Held());
            messages -= of.count;
            of.forgetBefore(row.arrival());
            of.add(row, now.nanos());
            messages += of.count;
        }
    }

    /** @return whether it cannot remember more, so that only a new epoch of the senders can keep the order */
    public boolean isFull() {
        return messages >= maxMessages || held.size() >= MAX_STREAMS;
    }

    /**
     * The sender starts a new epoch with all rows that the receiver lacks; messages that it wrote before that time will
     * not be taken. A message that it wrote later and that was not taken must still come again.
     */
    public void clear(String origin, String target, long beforeNanos) {
        for (Map.Entry<Stream, Held> each : List.copyOf(held.entrySet())) {
            Stream stream = each.getKey();
            boolean from = stream.origin().equals(origin) && stream.target().equals(target);
            if (from && each.getValue().lastWrittenNanos < beforeNanos) {
                release(stream);
            }
        }
    }

    /** All senders start a new epoch. */
    public void clear() {
        held.clear();
        messages = 0;
    }

    private void release(Stream stream) {
        Held of = held.remove(stream);
        if (of != null) {
            messages -= of.count;
        }
    }

    /** Forgets streams without new messages. */
    public void tick(ClockReading now) {
        for (Map.Entry<Stream, Held> each : List.copyOf(held.entrySet())) {
            if (now.nanos() - each.getValue().lastNanos > IDLE_NANOS) {
                release(each.getKey());
            }
        }
    }

    /** @return streams of which messages wait at their origin now */
    int streams(ClockReading now) {
        return (int) held.values().stream()
                .filter(each -> now.nanos() - each.lastNanos <= QUIET_NANOS)
                .count();
    }

    /** Messages that were not taken, in the order of numbers. */
    private static final class Held {
        private long[] sequences = new long[4];
        /** The last arrival of each. */
        private long[] arrivals = new long[4];

        private int count;
        private long lastNanos;
        /** When the last of them was written. */
        private long lastWrittenNanos = Long.MIN_VALUE;

        boolean has(long sequence) {
            return Arrays.binarySearch(sequences, 0, count, sequence) >= 0;
        }

        void add(Row row, long nanos) {
            lastNanos = nanos;
            lastWrittenNanos = Math.max(lastWrittenNanos, row.writtenNanos());
            long sequence = row.key().sequence();
            int at = Arrays.binarySearch(sequences, 0, count, sequence);
            if (at < 0) {
                at = -at - 1;
                makeRoom(at);
                sequences[at] = sequence;
                count++;
            }
            arrivals[at] = row.arrival();
        }

        private void makeRoom(int place) {
            if (count == sequences.length) {
                sequences = Arrays.copyOf(sequences, 2 * count);
                arrivals = Arrays.copyOf(arrivals, 2 * count);
            }
            System.arraycopy(sequences, place, sequences, place + 1, count - place);
            System.arraycopy(arrivals, place, arrivals, place + 1, count - place);
        }

        void forgetBefore(long arrival) {
            int kept = 0;
            for (int i = 0; i < count; i++) {
                if (arrivals[i] >= arrival) {
                    sequences[kept] = sequences[i];
                    arrivals[kept++] = arrivals[i];
                }
            }
            count = kept;
        }
    }
}
