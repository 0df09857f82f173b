package org.c4igateway.wan.lan;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;

/** A listener that does not listen, but for the numbers of messages and the count of receipts. */
final class DeafListener implements LanListener {
    final List<Long> sequences = new ArrayList<>();
    int receipts;

    @Override
    public void onMessage(KmtfMessage message, long sourceNanos) {
        sequences.add(message.sequence());
    }

    @Override
    public void onMissing(String origin, long previousNanos, long sourceNanos) {}

    @Override
    public void onReceipt(KmtfReceipt receipt, long sourceNanos) {
        receipts++;
    }

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
