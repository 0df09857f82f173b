package org.c4igateway.wan.link;

/**
 * The part of one record that a frame contains.
 *
 * @param entry the record
 * @param offset where the piece begins in it
 * @param length bytes of the piece
 */
record Piece(Entry entry, int offset, int length) {
    boolean isFirst() {
        return offset == 0;
    }

    boolean isLast() {
        return offset + length == entry.item().size();
    }
}
