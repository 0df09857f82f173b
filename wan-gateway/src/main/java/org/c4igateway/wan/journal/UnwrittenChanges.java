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

    private boolean unwritten;
    private boolean unsynced;

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

    /** Anything was changed, also what is not remembered here. */
    void touched() {
        unwritten = true;
    }

    /**
     * Begins a commit, if there is anything to be written.
     *
     * @param sync whether it will be confirmed
     * @return whether there is
     */
    boolean begin(boolean sync) {
        if (!unwritten && !(sync && unsynced)) {
            return false;
        }
        unwritten = false;
        unsynced = !sync;
        committing();
        return true;
    }

    private void committing() {
        committed.putAll(sinceCommit);
        sinceCommit.clear();
    }

    /** The disk has confirmed all that were committed. */
    void onDisk() {
        committed.clear();
    }

    /** @return all that the disk has not confirmed, for {@link JournalStore#repeat}; a commit of them begins */
    Map<Long, byte[]> unconfirmed() {
        committing();
        return new HashMap<>(committed);
    }

    /** Makes those again in another store that came since the last commit began. */
    void repeatLatest(JournalStore store) {
        store.repeat(sinceCommit);
        unwritten = !sinceCommit.isEmpty();
        unsynced = false;
    }
}
