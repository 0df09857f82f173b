package org.c4igateway.dds.cyclone;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.c4igateway.dds.api.sample.InstanceState;
import org.c4igateway.dds.cyclone.library.Ddsc;

/**
 * Samples of one reader that were taken out of the library and wait to be decoded, in the order of writing. They lie in
 * memory of the library, which this object gives back. One thread at a time.
 */
final class HeldSamples {
    private final Deque<Reference> references = new ArrayDeque<>();

    /**
     * A sample in memory of the library.
     *
     * @param serdata its counted reference
     * @param valid whether it has data; else a key only
     * @param state state of its instance when it was taken
     * @param sourceNanos when it was written; negative when that is not known
     * @param writer handle of its writer
     */
    record Reference(long serdata, boolean valid, InstanceState state, long sourceNanos, long writer) {
        long bytes() {
            return Ddsc.serdataSize(serdata);
        }

        /** Gives the memory back; once. */
        void release() {
            Ddsc.serdataUnref(serdata);
        }
    }

    boolean isEmpty() {
        return references.isEmpty();
    }

    int size() {
        return references.size();
    }

    /** @return the next one, which stays */
    Reference first() {
        return references.getFirst();
    }

    /** @return the next one; the caller releases it */
    Reference poll() {
        return references.removeFirst();
    }

    /** Takes over a reference. */
    void add(Reference reference) {
        references.addLast(reference);
    }

    /** @param order for each place the present place of the sample that comes there */
    void arrange(int[] order) {
        List<Reference> present = List.copyOf(references);
        references.clear();
        for (int place : order) {
            references.addLast(present.get(place));
        }
    }

    /** Gives back the memory of all that are left. */
    void release() {
        while (!references.isEmpty()) {
            poll().release();
        }
    }
}
