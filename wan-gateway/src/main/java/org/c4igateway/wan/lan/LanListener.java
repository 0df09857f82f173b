package org.c4igateway.wan.lan;

import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;

/** Receives the samples and events of the site's domain, except those of this gateway. Never throws. */
public interface LanListener {
    /**
     * A message was written. May block, which holds back the domain's writers; in order for each writer.
     */
    void onMessage(KmtfMessage message, long sourceNanos);

    /**
     * Messages of a system may be missing; told just before {@link #onMessage} of the first one after them. They are if
     * the one before, by its source time, was written for this gateway to take. Does not block.
     *
     * @param previousNanos source time of the last that may be missing
     * @param sourceNanos source time of the one that comes next
     */
    void onMissing(String origin, long previousNanos, long sourceNanos);

    /** A receipt or greeting was written. Does not block. */
    void onReceipt(KmtfReceipt receipt, long sourceNanos);

    /**
     * A node is present, or a gateway announces it; called repeatedly. Does not block.
     *
     * @return false when it was not taken because there is no room; it is told again then
     */
    boolean onNode(KmtfNode node);

    /** The node is no longer announced. Does not block. */
    void onNodeGone(String system);

    /** The number of readers of some topic has changed. Does not block. */
    void onReadersChanged();

    /**
     * Messages for the domain had to be dropped: some of its readers do not take them. Told on the thread that writes,
     * before that write returns. Does not block.
     */
    void onOverflow(int dropped);

    /**
     * This message is one of those of {@link #onOverflow}, told right after it. Does not block. A listener that answers
     * to nobody need not care.
     */
    default void onDropped(KmtfMessage message) {}
}
