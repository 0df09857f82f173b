package org.c4igateway.lab.scenario;

import java.util.List;

/**
 * Messages of one system to others.
 *
 * @param from who submits
 * @param to who shall have them; each message goes to all of these
 * @param messages how many
 * @param content what they are
 * @param perSecond how many a second become visible, at times fixed in advance; 0 for all at once in one transaction
 */
public record Flow(String from, List<String> to, int messages, Content content, double perSecond) {
    public Flow {
        to = List.copyOf(to);
    }

    /**
     * What messages are.
     *
     * @param bytes size of each; 0 for sizes drawn from a realistic mixture
     * @param topic topic of all; empty for a mix of topics
     * @param precedence 0 FLASH to 3 ROUTINE of all; -1 for a realistic mix
     * @param subjects number of subjects that take turns; 0 for rows without a subject. On best-effort topics each row
     *     has a subject of its own, so that none supersedes another
     */
    public record Content(int bytes, String topic, int precedence, int subjects) {
        /** A subject of its own for each row. */
        public static final int EACH = Integer.MAX_VALUE;

        /** Sizes of a mixture of 86 % short and 14 % long messages. */
        public static final int REALISTIC = 0;

        /** Precedences Z, O, P, R in 2, 13, 35 and 50 %. */
        public static final int MIXED = -1;
    }
}
