package org.c4igateway.wan.lan;

import org.c4igateway.dds.api.KmtfMessage;
import org.c4igateway.dds.api.KmtfNode;
import org.c4igateway.dds.api.KmtfReceipt;

/** Takes what the site's domain says. Nothing of this gateway's own comes here. Never throws. */
public interface LanListener {
    /** A message was written. May block, which holds back the domain's writers; in order for each writer. */
    void onMessage(KmtfMessage message, long sourceNanos);

    /** A receipt or greeting was written. Does not block. */
    void onReceipt(KmtfReceipt receipt, long sourceNanos);

    /** A node is present, or a gateway stands for it; again and again. Does not block. */
    void onNode(KmtfNode node);

    /** Nobody announces the node any more. Does not block. */
    void onNodeGone(String system);

    /** The number of readers of some topic has changed. Does not block. */
    void onReadersChanged();

    /** Messages for the domain had to be dropped: some of its readers do not take them. Does not block. */
    void onOverflow(int dropped);
}
