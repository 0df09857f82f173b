package org.c4igateway.wan.frame.wire;

/** Reason for refusing bytes from the WAN. */
public enum RefusalReason {
    /** Shorter than a header, or ends inside a block. */
    TRUNCATED,
    /** Longer than any datagram of this version. */
    OVERSIZED,
    /** A version of the layout that this gateway does not speak. */
    FOREIGN_VERSION,
    /** Sealed by a key that is not in the key file. */
    UNKNOWN_KEY,
    /** Not sealed, though this link is. */
    NOT_SEALED,
    /** Changed on the way, sealed under another key, or for another stream. */
    NOT_AUTHENTIC,
    /** From a session before the present one of the stream. */
    STALE_SESSION,
    /** Received before, or so old that this can no longer be told. */
    REPLAYED,
    /** Authentic, but its content contradicts the layout. */
    MALFORMED,
    /** Compressed by a method or with a dictionary this gateway does not have. */
    UNKNOWN_DICTIONARY,
    /** Numbers its topics by a catalogue this gateway does not have. */
    FOREIGN_CATALOGUE,
    /** Grows beyond the bound when decompressed. */
    TOO_LARGE;

    /** The value of the metric's label: lower case with underscores. */
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
