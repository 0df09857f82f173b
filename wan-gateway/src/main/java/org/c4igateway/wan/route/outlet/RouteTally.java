package org.c4igateway.wan.route.outlet;

import org.c4igateway.core.message.Precedence;

/** Counts what becomes of messages at the router, and follows some of them. */
public interface RouteTally {
    /** Where messages are followed from the time when a link has them. */
    default LinkTrace trace() {
        return LinkTrace.NONE;
    }

    /** Not handed to the link, or not taken from it; {@code count} messages or receipts. */
    void discarded(String link, Discard reason, Precedence precedence);

    /** A node's announcement in the domain was ignored: its name is none, or there are too many. */
    void nodeIgnored();

    /** A reliable message was given up by the link, and its origin was told. */
    void refused(String link, Precedence precedence);
}
