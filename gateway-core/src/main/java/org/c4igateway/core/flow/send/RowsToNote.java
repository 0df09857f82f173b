package org.c4igateway.core.flow.send;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.c4igateway.core.message.SystemName;

/**
 * Rows of which something is to be written to the interface database, by destination, until that is done. Peers may
 * name the rows, so only {@link #MOST} wait at once. Used by one thread.
 */
final class RowsToNote {
    static final int MOST = 65_536;

    private final Map<SystemName, Set<Long>> byDestination = new HashMap<>();
    private int count;

    /** @return whether the row is kept; false when too many wait */
    boolean add(SystemName destination, long sequence) {
        if (count >= MOST) {
            return false;
        }
        if (byDestination.computeIfAbsent(destination, name -> new TreeSet<>()).add(sequence)) {
            count++;
        }
        return true;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** @return all that wait; a copy */
    Map<SystemName, Set<Long>> waiting() {
        Map<SystemName, Set<Long>> waiting = new HashMap<>();
        byDestination.forEach((destination, sequences) -> waiting.put(destination, Set.copyOf(sequences)));
        return waiting;
    }

    /** Those are written. */
    void forget(Map<SystemName, Set<Long>> written) {
        written.forEach((destination, sequences) -> {
            Set<Long> left = byDestination.getOrDefault(destination, new TreeSet<>());
            for (long sequence : sequences) {
                count -= left.remove(sequence) ? 1 : 0;
            }
            if (left.isEmpty()) {
                byDestination.remove(destination);
            }
        });
    }
}
