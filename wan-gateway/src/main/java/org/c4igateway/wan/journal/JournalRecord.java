package org.c4igateway.wan.journal;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A record of a journal. Its form in the file, under its number:
 *
 * <pre>
 *  0        1; 2 for what its origin sends again
 *  1 ..  8  when it was stored, nanoseconds since the epoch, big-endian
 *  9 .. 12  CRC-32C of its number (8 bytes), bytes 1 to 8, the record, and byte 0 when it is not 1
 * 13 ..     the record
 * </pre>
 *
 * @param id number that gives the order, above 0
 * @param storedNanos when it was first taken, nanoseconds since the epoch
 * @param bytes handed over and not changed by anybody
 * @param resent whether its origin sends it again until it gets a receipt
 */
public record JournalRecord(long id, long storedNanos, byte[] bytes, boolean resent) {
    private static final int OVERHEAD_BYTES = 13;
    private static final byte SENT_ONCE = 1;
    private static final byte RESENT = 2;

    public JournalRecord {
        if (id < 1) {
            throw new IllegalArgumentException("numbers begin at 1: " + id);
        }
    }

    byte[] toFile() {
        ByteBuffer out = ByteBuffer.allocate(OVERHEAD_BYTES + bytes.length);
        out.put(resent ? RESENT : SENT_ONCE).putLong(storedNanos).putInt(sum()).put(bytes);
        return out.array();
    }

    /** @return null when it is not what was written under that number */
    static @Nullable JournalRecord fromFile(long id, byte[] value) {
        if (value.length < OVERHEAD_BYTES || (value[0] != SENT_ONCE && value[0] != RESENT) || id < 1) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(value, 1, value.length - 1);
        long stored = in.getLong();
        int sum = in.getInt();
        JournalRecord record = new JournalRecord(
                id, stored, Arrays.copyOfRange(value, OVERHEAD_BYTES, value.length), value[0] == RESENT);
        return record.sum() == sum ? record : null;
    }

    private int sum() {
        CRC32C sum = new CRC32C();
        sum.update(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(id)
                .putLong(storedNanos)
                .flip());
        sum.update(bytes);
        if (resent) {
            sum.update(RESENT);
        }
        return (int) sum.getValue();
    }
}
