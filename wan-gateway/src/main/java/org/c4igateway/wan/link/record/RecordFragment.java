package org.c4igateway.wan.link.record;

/**
 * The part of one record that a frame contains.
 *
 * @param entry the record
 * @param offset where the piece begins in it
 * @param length bytes of the piece
 */
public record RecordFragment(OutstandingRecord entry, int offset, int length) {
    public boolean isFirst() {
        return offset == 0;
    }

    public boolean isLast() {
        return offset + length == entry.item().size();
    }
}
