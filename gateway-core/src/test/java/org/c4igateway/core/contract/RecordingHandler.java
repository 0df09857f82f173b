package org.c4igateway.core.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.PeerState;

/** Keeps what it is given; blocks messages while its gate is shut. */
public final class RecordingHandler implements InboundHandler {
    private static final int WIDE_OPEN = Integer.MAX_VALUE / 4;

    private final List<Message> messages = new ArrayList<>();
    private final List<Receipt> receipts = new CopyOnWriteArrayList<>();
    private final List<NodeAnnouncement> announcements = new CopyOnWriteArrayList<>();
    private final Map<SystemName, List<PeerState>> states = new ConcurrentHashMap<>();
    private final List<ErrorCode> malformed = new CopyOnWriteArrayList<>();
    private final Semaphore gate = new Semaphore(WIDE_OPEN);

    /** Messages block from now on. */
    public void shut() {
        gate.drainPermits();
    }

    /** Messages pass again. */
    public void open() {
        gate.release(WIDE_OPEN);
    }

    /** @return messages in order of arrival; a copy */
    public List<Message> messages() {
        synchronized (messages) {
            return List.copyOf(messages);
        }
    }

    /** @return sequences of messages in order of arrival; a copy */
    public List<Long> sequences() {
        return messages().stream().map(message -> message.id().sequence()).toList();
    }

    /** @return receipts in order of arrival; live */
    public List<Receipt> receipts() {
        return receipts;
    }

    /** @return announcements in order of arrival; live */
    public List<NodeAnnouncement> announcements() {
        return announcements;
    }

    /** @return what was told about a peer, in order; live */
    public List<PeerState> states(SystemName peer) {
        return states.computeIfAbsent(peer, key -> new CopyOnWriteArrayList<>());
    }

    /** @return codes of what was no message; live */
    public List<ErrorCode> malformed() {
        return malformed;
    }

    @Override
    public void onMessage(Message message) {
        try {
            gate.acquire();
            synchronized (messages) {
                messages.add(message);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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
        states(peer).add(state);
    }

    @Override
    public void onMalformed(String source, ErrorCode code, String detail, byte[] bytes) {
        malformed.add(code);
    }
}
