package org.c4igateway.wan.journal;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records put or removed that may not be on the disk yet, by number. They outlive the store that fails to write them:
 * after an fsync that failed, what was written before it may be gone. Not safe for use by several threads.
 */
final class UnwrittenChanges {
    /** Stands for a removed record; a stored one is never empty. */
    private static final byte[] REMOVED = {};

    private final Map<Long, byte[]> sinceCommit = new HashMap<>();
    /** Those of commits since the disk confirmed one. */
    private final Map<Long, byte[]> committed = new HashMap<>();

    void put(long id, byte[] value) {
        sinceCommit.put(id, value);
    }

    void remove(long id) {
        committed.remove(id);
        sinceCommit.put(id, REMOVED);
    }

    /** @return null when the record was not put lately; nobody asks for a removed one */
    byte @Nullable [] get(long id) {
        byte[] value = sinceCommit.get(id);
        return value == null ? committed.get(id) : value;
    }

    /** A commit of all of them begins. */
    void begin() {
        committed.putAll(sinceCommit);
        sinceCommit.clear();
    }

    /** The disk has confirmed all that were committed. */
    void onDisk() {
        committed.clear();
    }

    /** Makes all of them in another store. */
    void repeat(JournalStore store) {
        begin();
        committed.forEach((id, value) -> {
            if (value.length == 0) {
                store.remove(id);
            } else {
                store.put(id, value);
            }
        });
    }
}
