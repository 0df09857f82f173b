package org.c4igateway.wan.link.record;

/** News about a peer. */
public enum PeerChange {
    /**
     * Both directions work: this side receives from the peer, and the peer has confirmed that it receives from this
     * side.
     */
    UP,
    /** It has stopped answering. Queued records wait. */
    DOWN,
    /**
     * It is another process now. What it had not confirmed is sent again, and what it had confirmed but not yet passed
     * on is its loss: raise the epochs of the systems behind it. Followed by {@link #UP}.
     */
    RESTARTED,
    /**
     * It sent records that cannot be read though they count as received, so that it will not send them again. Told
     * before anything that followed them.
     */
    UNREADABLE,
    /**
     * It knows a later session of this side than the present one, so it refuses everything: this side's clock was set
     * back between two starts. Start again with a session after the one it knows.
     */
    KNOWS_LATER_SESSION
}
