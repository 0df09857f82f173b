package org.c4igateway.fault;

import java.util.Optional;
import org.c4igateway.core.flow.Step;
import org.jspecify.annotations.Nullable;

/**
 * Places in the data path at which a node can be held, to be killed exactly there; in the order of one message's way.
 */
public enum KillPoint {
    /** Sender: rows are read from the outbox and are in memory only. */
    CLAIMED(Side.SENDER, Step.CLAIMED),
    /** Sender: the middleware has accepted messages; no receipt yet. */
    SENT(Side.SENDER, Step.SENT),
    /** Receiver: a message has arrived; the inbox does not know yet. Once per message. */
    ARRIVED(Side.RECEIVER, null),
    /** Receiver: the inbox transaction has committed; no receipt sent yet. */
    INBOX_COMMITTED(Side.RECEIVER, Step.INBOX_COMMITTED),
    /** Receiver: the middleware has accepted a receipt; it may not have left. */
    RECEIPT_SENT(Side.RECEIVER, null),
    /** Sender: a receipt has arrived at the transport; nothing has looked at it. */
    RECEIPT_ARRIVED(Side.SENDER, null),
    /** Sender: a receipt is taken; the delivery log does not know yet. */
    RECEIPT_TAKEN(Side.SENDER, Step.RECEIPT_TAKEN),
    /** Table bridge: rows are read elsewhere and are in memory only. */
    TABLE_READ(Side.BRIDGE, Step.TABLE_READ),
    /** Table bridge: rows are in the outbox; elsewhere they look as before. */
    TABLE_SUBMITTED(Side.BRIDGE, Step.TABLE_SUBMITTED),
    /** Table bridge: rows are marked as taken. */
    TABLE_MARKED(Side.BRIDGE, Step.TABLE_MARKED),
    /** Table bridge: final states are committed elsewhere; here they still wait to be written. */
    TABLE_SETTLED(Side.BRIDGE, Step.TABLE_SETTLED),
    /** Table bridge: messages are committed elsewhere; their position is not. */
    TABLE_INSERTED(Side.BRIDGE, Step.TABLE_INSERTED),
    /** Table bridge: the position is saved. */
    TABLE_POSITIONED(Side.BRIDGE, Step.TABLE_POSITIONED);

    private final Side side;
    private final Optional<Step> step;

    KillPoint(Side side, @Nullable Step step) {
        this.side = side;
        this.step = Optional.ofNullable(step);
    }

    /** Which end of a message's way passes it. */
    public enum Side {
        /** Where the row was submitted. */
        SENDER,
        /** Where the row goes. */
        RECEIVER,
        /** Where tables elsewhere are read and written. */
        BRIDGE
    }

    /** Which end passes it. */
    public Side side() {
        return side;
    }

    boolean is(Step passed) {
        return step.filter(passed::equals).isPresent();
    }
}
