package org.c4igateway.jms;

import org.c4igateway.core.message.SystemName;

/** Names of the queues of a system: one for messages, one for receipts and announcements. */
public final class Queues {
    private static final String PREFIX = "kmtf.";
    private static final String CONTROL_SUFFIX = ".control";

    private Queues() {}

    public static String messages(SystemName system) {
        return PREFIX + system;
    }

    public static String control(SystemName system) {
        return PREFIX + system + CONTROL_SUFFIX;
    }
}
