package org.c4igateway.core.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.c4igateway.core.message.Precedence;
import org.jspecify.annotations.Nullable;

/**
 * First in, first out per precedence; the most urgent first, except that each {@value #FLOOR_INTERVAL}th element taken
 * past waiting less urgent ones is one of those, each precedence in turn, so that none starves. Counts elements and
 * bytes; whoever adds asks {@link #isFull} and decides whether to wait, to refuse or to drop. One thread at a time.
 *
 * @param <E> element
 */
public final class PrecedenceQueue<E> {
    /** One in this many overtaking elements gives way. */
    public static final int FLOOR_INTERVAL = 16;

    private final ToLongFunction<E> sizes;
    private final List<ArrayDeque<E>> queues = new ArrayList<>();
    private int overtakings;
    private int overtakingsBefore;
    private int floor;
    private int floorBefore;
    private int size;
    private long bytes;

    /** Creates an empty queue of elements whose bytes are counted elsewhere. */
    public PrecedenceQueue() {
        this(element -> 0);
    }

    /**
     * Creates an empty queue.
     *
     * @param sizes bytes of an element, always the same
     */
    public PrecedenceQueue(ToLongFunction<E> sizes) {
        this.sizes = sizes;
        for (int i = 0; i < Precedence.values().length; i++) {
            queues.add(new ArrayDeque<>());
        }
    }

    /** Adds an element behind those of its precedence. */
    public void add(Precedence precedence, E element) {
        queues.get(precedence.code()).addLast(element);
        size++;
        bytes += sizes.applyAsLong(element);
    }

    /** Puts back the element that was just taken, as if it had not been: it does not lose its turn. */
    public void putBack(Precedence precedence, E element) {
        queues.get(precedence.code()).addFirst(element);
        size++;
        bytes += sizes.applyAsLong(element);
        overtakings = overtakingsBefore;
        floor = floorBefore;
    }

    /** @return the next element, removed; null when empty */
    public @Nullable E poll() {
        int first = firstNonEmpty();
        if (first < 0) {
            return null;
        }
        overtakingsBefore = overtakings;
        floorBefore = floor;
        int chosen = first;
        int yielding = lessUrgentThan(first);
        if (yielding < 0) {
            overtakings = 0;
        } else if (++overtakings >= FLOOR_INTERVAL) {
            overtakings = 0;
            floor = yielding;
            chosen = yielding;
        }
        E next = queues.get(chosen).removeFirst();
        size--;
        bytes -= sizes.applyAsLong(next);
        return next;
    }

    /** Removes elements that are no longer needed. */
    public void removeIf(Predicate<E> useless) {
        queues.forEach(queue -> queue.removeIf(useless));
        size = queues.stream().mapToInt(ArrayDeque::size).sum();
        bytes = queues.stream().flatMap(ArrayDeque::stream).mapToLong(sizes).sum();
    }

    /** @return whether so many elements or bytes wait; an empty queue has room for one element of any size */
    public boolean isFull(long maxElements, long maxBytes) {
        return size > 0 && (size >= maxElements || bytes >= maxBytes);
    }

    /** @return how many wait */
    public int size() {
        return size;
    }

    /** @return whether nothing waits */
    public boolean isEmpty() {
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

    /**
     * @return the waiting precedence, less urgent than {@code first}, whose turn at the floor is next; -1 when none
     *     waits
     */
    private int lessUrgentThan(int first) {
        for (int i = 1; i <= queues.size(); i++) {
            int candidate = Math.floorMod(floor - i, queues.size());
            if (candidate > first && !queues.get(candidate).isEmpty()) {
                return candidate;
            }
        }
        return -1;
    }
}
