package org.c4igateway.wan.journal;

import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the records that wait for a link, in the order of their numbers, until they have ended. What it has not
 * accepted its owner keeps in memory. Never throws for a fault of the disk: it accepts nothing then, and counts it.
 * Used by one thread.
 */
public interface RecordJournal extends AutoCloseable {
    /** Whether it keeps anything at all. */
    default boolean exists() {
        return true;
    }

    /** How much it may hold. */
    JournalSpec.Bounds bounds();

    /** @return the highest number it has ever held as far as it knows; 0 for none */
    long lastId();

    /**
     * Takes a record; its number is above all before.
     *
     * @return false when it cannot be kept
     */
    boolean append(JournalRecord record);

    /** @return the bytes of a record that it holds; null when they are gone or damaged */
    byte @Nullable [] read(long id);

    /** Forgets a record; one that it does not hold is ignored. */
    void remove(long id);

    /** Hands over all that it holds, in the order of numbers. The consumer may remove what it is given. */
    void replay(Consumer<JournalRecord> consumer);

    /** Keeps a note under a name in place of the last one. */
    void note(String name, byte[] bytes);

    /** Forgets a note. */
    void forget(String name);

    /** @return notes by name */
    Map<String, byte[]> notes();

    /** A record that it held was given up. */
    void dropped(JournalDrop reason);

    /** @return what it holds and has counted, at that time in nanoseconds since the epoch */
    JournalSnapshot snapshot(long epochNanos);

    /** What it holds stays for the next start. */
    @Override
    void close();

    /** Of a link without a journal: keeps nothing. */
    RecordJournal NONE = new RecordJournal() {
        @Override
        public boolean exists() {
            return false;
        }

        @Override
        public JournalSpec.Bounds bounds() {
            return JournalSpec.Bounds.NONE;
        }

        @Override
        public long lastId() {
            return 0;
        }

        @Override
        public boolean append(JournalRecord record) {
            return false;
        }

        @Override
        public byte @Nullable [] read(long id) {
            return null;
        }

        @Override
        public void remove(long id) {}

        @Override
        public void replay(Consumer<JournalRecord> consumer) {}

        @Override
        public void note(String name, byte[] bytes) {}

        @Override
        public void forget(String name) {}

        @Override
        public Map<String, byte[]> notes() {
            return Map.of();
        }

        @Override
        public void dropped(JournalDrop reason) {}

        @Override
        public JournalSnapshot snapshot(long epochNanos) {
            return JournalSnapshot.NONE;
        }

        @Override
        public void close() {}
    };
}
