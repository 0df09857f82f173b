package org.c4igateway.wan.journal;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Form of a record in the file.
 *
 * <pre>
 *  0        version (1)
 *  1 ..  8  when it was stored, nanoseconds since the epoch, big-endian
 *  9 .. 12  CRC-32C of its number (8 bytes), bytes 1 to 8 and the record
 * 13 ..     the record
 * </pre>
 */
final class JournalValue {
    static final int OVERHEAD_BYTES = 13;

    private static final byte VERSION = 1;

    private JournalValue() {}

    static byte[] write(Kept record) {
        ByteBuffer out = ByteBuffer.allocate(OVERHEAD_BYTES + record.bytes().length);
        out.put(VERSION).putLong(record.storedNanos()).putInt(sum(record)).put(record.bytes());
        return out.array();
    }

    /** @return null when it is not what was written under that number */
    static @Nullable Kept read(long id, byte[] value) {
        if (value.length < OVERHEAD_BYTES || value[0] != VERSION || id < 1) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(value, 1, value.length - 1);
        long stored = in.getLong();
        int sum = in.getInt();
        Kept record = new Kept(id, stored, Arrays.copyOfRange(value, OVERHEAD_BYTES, value.length));
        return sum(record) == sum ? record : null;
    }

    private static int sum(Kept record) {
        CRC32C sum = new CRC32C();
        sum.update(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(record.id())
                .putLong(record.storedNanos())
                .flip());
        sum.update(record.bytes());
        return (int) sum.getValue();
    }
}
