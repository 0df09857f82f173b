package org.c4igateway.wan.route;

import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;

/** What the router wants of the site's domain. Does not block for long. */
public interface LanPort {
    /** How many readers others have of a topic of the catalogue. */
    int readersOf(String topicId);

    /** Writes what a far system wrote, with the time when it did. */
    void write(KmtfMessage message, long sourceNanos);

    /** Writes a receipt or greeting of a far system. */
    void write(KmtfReceipt receipt, long sourceNanos);

    /** Announces a far system or repeats that. */
    void announce(KmtfNode node);

    /** Takes the announcement of a far system back. */
    void withdraw(KmtfNode node);
}
