package org.c4igateway.wan.frame.body;

import org.c4igateway.wan.frame.DataFrame;

/**
 * A filled frame body. Ownership: the body is handed over and never changed.
 *
 * @param body for {@link DataFrame#body}
 * @param whole how many of the records ended in this body; the rest of a record begun earlier counts
 * @param bytesOfNext how much of the record after those went in as well; 0 when the body ends with a whole record. For
 *     record number {@code whole == 0} this comes on top of the offset it began at.
 * @param plainBytes size of the chunks before compression
 */
public record PackedBody(byte[] body, int whole, int bytesOfNext, int plainBytes) {
    public PackedBody {
        if (whole < 0 || bytesOfNext < 0 || plainBytes < 0) {
            throw new IllegalArgumentException("negative count: " + whole + ", " + bytesOfNext + ", " + plainBytes);
        }
    }
}
