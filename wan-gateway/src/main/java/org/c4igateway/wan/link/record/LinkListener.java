package org.c4igateway.wan.link.record;

import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.Hello;

/** What a link engine tells, in the calls made to it and on their thread. Does not call the engine back. */
public interface LinkListener {
    /**
     * A record arrived: once per session of the peer, in order within its stream. It counts as confirmed when this
     * returns.
     *
     * @param record handed over
     */
    void delivered(String peer, Precedence precedence, byte[] record);

    /** The engine is done with a record; also for those refused when offered. */
    void ended(LinkItem item, RecordOutcome recordOutcome);

    /** A peer sent a hello: at each new session, and whenever its content changes. */
    void greeted(String peer, Hello hello);

    /**
     * A peer's state changed.
     *
     * @param session the peer's session; for {@link PeerChange#KNOWS_LATER_SESSION} this side's session that it knows
     */
    void changed(String peer, PeerChange change, long session);
}
