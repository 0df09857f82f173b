package org.c4igateway.wan.journal;

import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Of a link without a journal. */
final class NoJournal implements RecordJournal {
    @Override
    public boolean exists() {
        return false;
    }

    @Override
    public JournalBounds bounds() {
        return JournalBounds.NONE;
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
    public void remove(long id) {
        // It holds nothing.
    }

    @Override
    public void replay(Consumer<JournalRecord> consumer) {
        // It holds nothing.
    }

    @Override
    public void note(String name, byte[] bytes) {
        // It keeps nothing.
    }

    @Override
    public void forget(String name) {
        // It keeps nothing.
    }

    @Override
    public Map<String, byte[]> notes() {
        return Map.of();
    }

    @Override
    public void dropped(JournalDrop reason) {
        // It held nothing.
    }

    @Override
    public JournalSnapshot snapshot(long epochNanos) {
        return JournalSnapshot.NONE;
    }

    @Override
    public void close() {
        // There is no file.
    }
}
