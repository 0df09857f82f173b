package org.c4igateway.wan.journal;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Form of a record in the file.
 *
 * <pre>
 *  0        1; 2 for what its origin sends again
 *  1 ..  8  when it was stored, nanoseconds since the epoch, big-endian
 *  9 .. 12  CRC-32C of its number (8 bytes), bytes 1 to 8, the record, and byte 0 when it is not 1
 * 13 ..     the record
 * </pre>
 */
final class JournalValue {
    static final int OVERHEAD_BYTES = 13;

    private static final byte SENT_ONCE = 1;
    private static final byte RESENT = 2;

    private JournalValue() {}

    static byte[] write(JournalRecord record) {
        ByteBuffer out = ByteBuffer.allocate(OVERHEAD_BYTES + record.bytes().length);
        out.put(record.resent() ? RESENT : SENT_ONCE)
                .putLong(record.storedNanos())
                .putInt(sum(record))
                .put(record.bytes());
        return out.array();
    }

    /** @return null when it is not what was written under that number */
    static @Nullable JournalRecord read(long id, byte[] value) {
        if (value.length < OVERHEAD_BYTES || (value[0] != SENT_ONCE && value[0] != RESENT) || id < 1) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(value, 1, value.length - 1);
        long stored = in.getLong();
        int sum = in.getInt();
        JournalRecord record = new JournalRecord(
                id, stored, Arrays.copyOfRange(value, OVERHEAD_BYTES, value.length), value[0] == RESENT);
        return sum(record) == sum ? record : null;
    }

    private static int sum(JournalRecord record) {
        CRC32C sum = new CRC32C();
        sum.update(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(record.id())
                .putLong(record.storedNanos())
                .flip());
        sum.update(record.bytes());
        if (record.resent()) {
            sum.update(RESENT);
        }
        return (int) sum.getValue();
    }
}
