package org.c4igateway.core.transport;

import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;

/**
 * Step 4 of the data path: what a transport delivers to. Called on threads that the adapter owns, never on a receive
 * thread of a native library; calls for one topic of one origin come one after another and in order. Never throws.
 */
public interface InboundHandler {
    /**
     * Takes a message. Blocks while the inbound queue is full: that is the back-pressure, which the adapter must turn
     * into flow control of its middleware.
     */
    void onMessage(Message message);

    /**
     * Takes a message of which the adapter can make its origin begin again. Waits for room as {@link #onMessage} does,
     * but not while the inbox is stuck: then nothing has been taken from a full queue for some seconds, and an adapter
     * that waits would hold up what goes between others.
     *
     * @return whether it was taken; if not, nothing of its origin may be handed over until that sends it again
     */
    boolean offerMessage(Message message);

    /** @return whether {@link #offerMessage} takes messages, at once or after a wait. Does not block */
    boolean takesMessages();

    /** Takes a receipt for messages of this system. Does not block. */
    void onReceipt(Receipt receipt);

    /** Takes the announcement of a peer, once per peer epoch and after changes. Does not block. */
    void onAnnouncement(NodeAnnouncement announcement);

    /** The state of a peer has changed. Does not block. */
    void onPeer(SystemName peer, PeerState state);

    /**
     * Something arrived where messages come, and is none: it is parked with its bytes. Blocks while the inbound queue
     * is full, as {@link #onMessage} does.
     *
     * @param source where it came from, for people (topic or queue, and peer if known)
     * @param bytes what arrived, possibly cut to a bound that the adapter documents; handed over
     */
    void onMalformed(String source, ErrorCode code, String detail, byte[] bytes);

    /**
     * Something arrived where receipts and announcements come, and is none. It is parked with its bytes while there is
     * room in the inbound queue; otherwise it is counted and logged, for receipts that come after it must not wait.
     * Does not block.
     *
     * @param source where it came from, for people (topic or queue, and peer if known)
     * @param bytes what arrived, possibly cut to a bound that the adapter documents; handed over
     */
    void onMalformedControl(String source, ErrorCode code, String detail, byte[] bytes);
}
