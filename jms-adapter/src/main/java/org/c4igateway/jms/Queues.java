package org.c4igateway.jms;

import org.c4igateway.core.message.SystemName;

/** Names of the queues of a system: one for messages, one for receipts and announcements. */
final class Queues {
    private static final String PREFIX = "kmtf.";
    private static final String CONTROL_SUFFIX = ".control";

    private Queues() {}

    static String messages(SystemName system) {
        return PREFIX + system;
    }

    static String control(SystemName system) {
        return PREFIX + system + CONTROL_SUFFIX;
    }
}
