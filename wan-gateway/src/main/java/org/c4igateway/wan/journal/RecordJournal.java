package org.c4igateway.wan.journal;

import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the records that wait for a link, in the order of their numbers, until they have ended. What it has not
 * accepted its owner keeps in memory. Never throws for a fault of the disk: it accepts nothing then, and counts it.
 * Used by one thread.
 */
public interface RecordJournal extends AutoCloseable {
    /** Why a record of a journal was given up. */
    enum Drop {
        /** It had waited for too long. */
        AGE,
        /** It had to make room. */
        ROOM,
        /** Its bytes are no longer readable, or have an unknown form. */
        DAMAGED;

        /** The value of the metric's label. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A journal's state and counts since the start.
     *
     * @param exists whether the link has a journal at all
     * @param working false while the disk does not take anything
     * @param records how many it holds
     * @param bytes of those
     * @param fileBytes size of the file
     * @param oldestNanos for how long the oldest has waited; 0 for none
     * @param drops records given up, by reason; a reason that did not occur is absent
     * @param failures how often the disk refused
     * @param damagedFiles files that were set aside
     */
    record Snapshot(
            boolean exists,
            boolean working,
            long records,
            long bytes,
            long fileBytes,
            long oldestNanos,
            Map<Drop, Long> drops,
            long failures,
            long damagedFiles) {
        /** Of a link without a journal. */
        public static final Snapshot NONE = new Snapshot(false, true, 0, 0, 0, 0, Map.of(), 0, 0);

        public Snapshot {
            drops = Map.copyOf(drops);
        }
    }

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

    /** Whether records cannot be read for now, so that {@link #read} says nothing of whether they are damaged. */
    default boolean isAway() {
        return false;
    }

    /** Forgets a record; one that it does not hold is ignored. */
    void remove(long id);

    /**
     * Hands over all that it holds and can read, in the order of numbers. The consumer may remove what it is given.
     * What cannot be read for now stays in the file for the next start.
     */
    void replay(Consumer<JournalRecord> consumer);

    /** Keeps a note under a name in place of the last one. */
    void note(String name, byte[] bytes);

    /** Forgets a note. */
    void forget(String name);

    /** @return notes by name */
    Map<String, byte[]> notes();

    /** A record that it held was given up. */
    void dropped(Drop reason);

    /** @return what it holds and has counted, at that time in nanoseconds since the epoch */
    Snapshot snapshot(long epochNanos);

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
        public void dropped(Drop reason) {}

        @Override
        public Snapshot snapshot(long epochNanos) {
            return Snapshot.NONE;
        }

        @Override
        public void close() {}
    };
}
