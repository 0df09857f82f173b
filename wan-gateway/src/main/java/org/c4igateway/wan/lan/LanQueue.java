package org.c4igateway.wan.lan;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.Predicate;
import org.c4igateway.core.flow.PrecedenceOrder;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.lan.LanOutput.QueuedSample;
import org.jspecify.annotations.Nullable;

/**
 * Samples that wait to be written to the domain, in lines of one precedence and topic. Precedences go in {@link
 * PrecedenceOrder}, topics of one precedence in turn. Apart from {@link org.c4igateway.core.flow.PrecedenceQueue},
 * because it passes over topics whose writers have no room, and drops whole lines. One thread at a time.
 */
final class LanQueue {
    private final Map<Precedence, SequencedMap<String, ArrayDeque<QueuedSample>>> lines =
            new EnumMap<>(Precedence.class);
    private final PrecedenceOrder order = new PrecedenceOrder();
    private long bytes;

    LanQueue() {
        for (Precedence precedence : Precedence.values()) {
            lines.put(precedence, new LinkedHashMap<>());
        }
    }

    /** Adds a sample behind those of its line. */
    void add(QueuedSample sample) {
        topics(sample.precedence())
                .computeIfAbsent(sample.topic(), topic -> new ArrayDeque<>())
                .addLast(sample);
        bytes += sample.bytes();
    }

    /** Puts back the sample that was just taken, as if it had not been. */
    void putBack(QueuedSample sample) {
        SequencedMap<String, ArrayDeque<QueuedSample>> topics = topics(sample.precedence());
        ArrayDeque<QueuedSample> line = topics.getOrDefault(sample.topic(), new ArrayDeque<>());
        line.addFirst(sample);
        topics.putFirst(sample.topic(), line);
        bytes += sample.bytes();
        order.undo();
    }

    /** @return the next sample of a topic that has room, removed; null when there is none */
    @Nullable QueuedSample poll(Predicate<String> hasRoom) {
        Precedence next =
                order.next(precedence -> topics(precedence).keySet().stream().anyMatch(hasRoom));
        if (next == null) {
            return null;
        }
        SequencedMap<String, ArrayDeque<QueuedSample>> topics = topics(next);
        String topic = topics.keySet().stream().filter(hasRoom).findFirst().orElseThrow();
        ArrayDeque<QueuedSample> line = Objects.requireNonNull(topics.remove(topic));
        QueuedSample sample = line.removeFirst();
        if (!line.isEmpty()) {
            topics.putLast(topic, line);
        }
        bytes -= sample.bytes();
        return sample;
    }

    /** @return bytes of all samples */
    long bytes() {
        return bytes;
    }

    /** Drops the line with the most bytes. @return its samples, in their order */
    Collection<QueuedSample> dropLongest() {
        QueuedSample longest = null;
        long most = 0;
        for (SequencedMap<String, ArrayDeque<QueuedSample>> topics : lines.values()) {
            for (ArrayDeque<QueuedSample> line : topics.values()) {
                long size = line.stream().mapToLong(QueuedSample::bytes).sum();
                if (size > most) {
                    most = size;
                    longest = line.getFirst();
                }
            }
        }
        if (longest == null) {
            return List.of();
        }
        bytes -= most;
        return Objects.requireNonNull(topics(longest.precedence()).remove(longest.topic()));
    }

    private SequencedMap<String, ArrayDeque<QueuedSample>> topics(Precedence precedence) {
        return Objects.requireNonNull(lines.get(precedence));
    }
}
