package org.c4igateway.core.contract;

import java.util.ArrayList;
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

/** Keeps what it is given; blocks messages, malformed ones too, while its gate is shut. */
public final class RecordingHandler implements InboundHandler {
    private static final int WIDE_OPEN = Integer.MAX_VALUE / 4;

    private final List<Message> messages = new ArrayList<>();
    private final List<Receipt> receipts = new CopyOnWriteArrayList<>();
    private final List<NodeAnnouncement> announcements = new CopyOnWriteArrayList<>();
    private final List<PeerNews> peerNews = new CopyOnWriteArrayList<>();
    private final List<Malformed> malformed = new CopyOnWriteArrayList<>();
    private final Semaphore gate = new Semaphore(WIDE_OPEN);

    /** Messages block from now on. */
    public void shut() {
        gate.drainPermits();
    }

    /** One message passes, although the gate is shut. */
    public void letOnePass() {
        gate.release();
    }

    /** Messages pass again. */
    public void open() {
        gate.release(WIDE_OPEN);
    }

    /** Forgets the messages that arrived. */
    public void clearMessages() {
        synchronized (messages) {
            messages.clear();
        }
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

    /** @return what was told about a peer, in order; a copy */
    public List<PeerState> states(SystemName peer) {
        return peerNews.stream()
                .filter(news -> news.peer().equals(peer))
                .map(PeerNews::state)
                .toList();
    }

    /** @return what was told about all peers, in order; a copy */
    public List<PeerState> states() {
        return peerNews.stream().map(PeerNews::state).toList();
    }

    /** @return what was no message, in order of arrival; live */
    public List<Malformed> malformed() {
        return malformed;
    }

    @Override
    public void onMessage(Message message) {
        if (passes()) {
            synchronized (messages) {
                messages.add(message);
            }
        }
    }

    @Override
    public boolean offerMessage(Message message) {
        onMessage(message);
        return true;
    }

    @Override
    public boolean takesMessages() {
        return true;
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
        peerNews.add(new PeerNews(peer, state));
    }

    @Override
    public void onMalformed(String source, ErrorCode code, String detail, byte[] bytes) {
        if (passes()) {
            malformed.add(new Malformed(source, code, detail, bytes));
        }
    }

    @Override
    public void onMalformedControl(String source, ErrorCode code, String detail, byte[] bytes) {
        malformed.add(new Malformed(source, code, detail, bytes));
    }

    /** What was no message. */
    public record Malformed(String source, ErrorCode code, String detail, byte[] bytes) {}

    private record PeerNews(SystemName peer, PeerState state) {}
}
