package org.c4igateway.core.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.c4igateway.core.message.Precedence;
import org.jspecify.annotations.Nullable;

/**
 * First in, first out per precedence, and between them in {@link PrecedenceOrder}. Counts elements and bytes; the
 * caller checks {@link #isFull} before it adds, and decides whether to wait, to refuse or to drop. One thread at a
 * time.
 *
 * @param <E> element
 */
public final class PrecedenceQueue<E> {
    private final ToLongFunction<E> sizes;
    private final List<ArrayDeque<E>> queues = new ArrayList<>();
    private final PrecedenceOrder order = new PrecedenceOrder();
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
        order.undo();
    }

    /** @return the next element, removed; null when empty */
    public @Nullable E poll() {
        Precedence next = order.next(this::waits);
        if (next == null) {
            return null;
        }
        E element = queues.get(next.code()).removeFirst();
        size--;
        bytes -= sizes.applyAsLong(element);
        return element;
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

    private boolean waits(Precedence precedence) {
        return !queues.get(precedence.code()).isEmpty();
    }
}
