package org.c4igateway.wan.gateway;

import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.wan.lan.LanListener;

/** An application that does not listen. */
final class DeafApplication implements LanListener {
    @Override
    public void onMessage(KmtfMessage message, long sourceNanos) {}

    @Override
    public void onMissing(String origin, long previousNanos, long sourceNanos) {}

    @Override
    public void onReceipt(KmtfReceipt receipt, long sourceNanos) {}

    @Override
    public boolean onNode(KmtfNode node) {
        return true;
    }

    @Override
    public void onNodeGone(String system) {}

    @Override
    public void onReadersChanged() {}

    @Override
    public void onOverflow(int dropped) {}
}
