package org.c4igateway.lab.testbed;

/**
 * What the audit keeps of one submitted message for one destination.
 *
 * @param digest MD5 of the payload, hexadecimal
 */
record SentMessage(long sequence, String topicId, int precedence, String digest) {
    /** What order is kept within. */
    String stream() {
        return topicId + "/" + precedence;
    }
}
