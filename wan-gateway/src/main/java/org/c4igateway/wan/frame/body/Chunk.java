package org.c4igateway.wan.frame.body;

import java.util.Arrays;

/**
 * A record or a piece of one. Ownership: the bytes are handed over and never changed.
 *
 * @param first whether the record begins here
 * @param last whether the record ends here
 * @param bytes not empty unless the whole record is
 */
public record Chunk(boolean first, boolean last, byte[] bytes) {
    @Override
    public boolean equals(Object other) {
        return other instanceof Chunk that
                && first == that.first
                && last == that.last
                && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return (first ? "[" : "(") + bytes.length + " bytes" + (last ? "]" : ")");
    }
}
