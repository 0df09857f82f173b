package org.c4igateway.wan.journal;

import java.util.Map;

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
public record JournalSnapshot(
        boolean exists,
        boolean working,
        long records,
        long bytes,
        long fileBytes,
        long oldestNanos,
        Map<JournalDrop, Long> drops,
        long failures,
        long damagedFiles) {
    /** Of a link without a journal. */
    public static final JournalSnapshot NONE = new JournalSnapshot(false, true, 0, 0, 0, 0, Map.of(), 0, 0);

    public JournalSnapshot {
        drops = Map.copyOf(drops);
    }
}
