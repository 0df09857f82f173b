package org.c4igateway.jms.wire;

/**
 * What a node tells its peers: which batches of rows it reads.
 *
 * @param any whether it reads batches at all; a peer that never told so gets each row in a message of its own
 * @param dictionary the lowest four bytes of the identity of the dictionary with which it reads compressed batches; 0
 *     when it reads no compressed ones
 */
public record ReadableBatches(boolean any, int dictionary) {
    /** Each row in a message of its own. */
    public static final ReadableBatches NONE = new ReadableBatches(false, 0);

    /** Batches that are not compressed. */
    public static final ReadableBatches PLAIN = new ReadableBatches(true, 0);
}
