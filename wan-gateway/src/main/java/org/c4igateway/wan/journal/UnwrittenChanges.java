package org.c4igateway.wan.journal;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records put or removed that may not be in the file yet, by number. They outlive the store that fails to write them.
 * Not safe for use by several threads.
 */
final class UnwrittenChanges {
    /** Stands for a removed record; a stored one is never empty. */
    private static final byte[] REMOVED = {};

    private final Map<Long, byte[]> sinceCommit = new HashMap<>();
    /** Those of the commit that runs, or that failed. */
    private final Map<Long, byte[]> committing = new HashMap<>();

    void put(long id, byte[] value) {
        sinceCommit.put(id, value);
    }

    void remove(long id) {
        committing.remove(id);
        sinceCommit.put(id, REMOVED);
    }

    /** @return null when the record was not put lately; nobody asks for a removed one */
    byte @Nullable [] get(long id) {
        byte[] value = sinceCommit.get(id);
        return value == null ? committing.get(id) : value;
    }

    /** A commit of all of them begins. */
    void begin() {
        committing.putAll(sinceCommit);
        sinceCommit.clear();
    }

    /** The commit has ended well. */
    void written() {
        committing.clear();
    }

    /** Makes all of them in another store. */
    void repeat(JournalStore store) {
        begin();
        committing.forEach((id, value) -> {
            if (value.length == 0) {
                store.remove(id);
            } else {
                store.put(id, value);
            }
        });
    }
}
