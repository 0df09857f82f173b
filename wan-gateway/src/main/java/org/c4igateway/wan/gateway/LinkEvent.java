package org.c4igateway.wan.gateway;

import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.Hello;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.link.record.PeerChange;
import org.c4igateway.wan.link.record.RecordOutcome;

/** An event of a link engine that waits for the router. It waits because the engine must not be called back. */
sealed interface LinkEvent {
    /** A record has arrived. */
    record Arrived(String peer, Precedence precedence, byte[] bytes) implements LinkEvent {}

    /** The engine is done with a record. */
    record Ended(LinkItem item, RecordOutcome ending) implements LinkEvent {}

    /** A peer said who it is. */
    record Greeted(String peer, Hello hello) implements LinkEvent {}

    /** A peer's state has changed. */
    record Changed(String peer, PeerChange change, long session) implements LinkEvent {}
}
