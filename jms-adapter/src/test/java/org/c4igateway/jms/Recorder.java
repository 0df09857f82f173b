package org.c4igateway.jms;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.PeerState;

/** A handler that keeps what it is given, and blocks messages, malformed ones too, while its gate is shut. */
final class Recorder implements InboundHandler {
    final List<Message> messages = new CopyOnWriteArrayList<>();
    final List<Receipt> receipts = new CopyOnWriteArrayList<>();
    final List<NodeAnnouncement> announcements = new CopyOnWriteArrayList<>();
    final List<PeerState> states = new CopyOnWriteArrayList<>();
    final List<Parked> parked = new CopyOnWriteArrayList<>();
    final Semaphore gate = new Semaphore(Integer.MAX_VALUE / 2);

    void shut() {
        gate.drainPermits();
    }

    void open() {
        gate.release(Integer.MAX_VALUE / 2);
    }

    @Override
    public void onMessage(Message message) {
        if (passes()) {
            messages.add(message);
        }
    }

    private boolean passes() {
        try {
            gate.acquire();
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void onReceipt(Receipt receipt) {
        receipts.add(receipt);
    }

    @Override
    public void onAnnouncement(NodeAnnouncement announcement) {
        announcements.add(announcement);
    }

    @Override
    public void onPeer(SystemName peer, PeerState state) {
        states.add(state);
    }

    @Override
    public void onMalformed(String source, ErrorCode code, String detail, byte[] bytes) {
        if (passes()) {
            parked.add(new Parked(source, code, detail, bytes));
        }
    }

    record Parked(String source, ErrorCode code, String detail, byte[] bytes) {}
}
