package org.c4igateway.wan.route;

import org.c4igateway.core.message.Precedence;

/** Counts what becomes of messages at the router. */
public interface RouteTally {
    /** Not handed to the link, or not taken from it; {@code count} messages or receipts. */
    void discarded(String link, Discard reason, Precedence precedence);

    /** The link gave up a reliable message, and its origin got a negative receipt. */
    void refused(String link, Precedence precedence);
}
