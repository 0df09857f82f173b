package org.c4igateway.core.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.jspecify.annotations.Nullable;

/**
 * First in, first out per precedence; the most urgent first, except that each {@value #FLOOR_INTERVAL}th element taken past
 * waiting less urgent ones is the least urgent of all, so that ROUTINE never starves. Unbounded by itself: what feeds it is
 * bounded. Used by one thread.
 *
 * @param <E> element
 */
final class PrecedenceQueue<E> {
    /** One in this many overtaking elements gives way. */
    static final int FLOOR_INTERVAL = 16;

    private final List<ArrayDeque<E>> queues = new ArrayList<>();
    private int overtakings;
    private int size;

    PrecedenceQueue() {
        for (int i = 0; i < Precedence.values().length; i++) {
            queues.add(new ArrayDeque<>());
        }
    }

    void add(Precedence precedence, E element) {
        queues.get(precedence.code()).addLast(element);
        size++;
    }

    /** Puts back an element that was just taken. */
    void putBack(Precedence precedence, E element) {
        queues.get(precedence.code()).addFirst(element);
        size++;
    }

    /** @return the next element, removed; null when empty */
    @Nullable E poll() {
        int first = firstNonEmpty();
        if (first < 0) {
            return null;
        }
        int last = lastNonEmpty();
        int chosen = first;
        if (first == last) {
            overtakings = 0;
        } else if (++overtakings >= FLOOR_INTERVAL) {
            overtakings = 0;
            chosen = last;
        }
        size--;
        return queues.get(chosen).pollFirst();
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    private int firstNonEmpty() {
        for (int i = 0; i < queues.size(); i++) {
            if (!queues.get(i).isEmpty()) {
                return i;
            }
        }
        return -1;
    }

    private int lastNonEmpty() {
        for (int i = queues.size() - 1; i >= 0; i--) {
            if (!queues.get(i).isEmpty()) {
                return i;
            }
        }
        return -1;
    }
}
