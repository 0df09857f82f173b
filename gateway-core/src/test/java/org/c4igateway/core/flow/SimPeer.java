package org.c4igateway.core.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.ContentQuestion;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.Receipt.Rejection;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.transport.PeerState;

/**
 * A destination as a test sees it: the pipe to it, its inbox without duplicates, and the receipts on their way
 * back.
 */
public final class SimPeer {
    private final SystemName name;
    private final Deque<Due<Message>> pipe = new ArrayDeque<>();
    private final List<Due<Receipt>> receipts = new ArrayList<>();
    private final Set<Long> inbox = new HashSet<>();
    private final List<Message> firstArrivals = new ArrayList<>();
    private boolean reachable = true;
    private long epoch = 1;
    private long lastDueNanos;
    private int duplicates;

    SimPeer(SystemName name) {
        this.name = name;
    }

    SystemName name() {
        return name;
    }

    PeerState state() {
        return new PeerState(reachable, epoch);
    }

    int queued() {
        return pipe.size();
    }

    public int duplicates() {
        return duplicates;
    }

    boolean has(long sequence) {
        return inbox.contains(sequence);
    }

    /** @return each message once, in the order in which it came first */
    public List<Message> firstArrivals() {
        return firstArrivals;
    }

    /** Takes a message into the pipe, which keeps order. */
    void accept(Message message, long dueNanos) {
        lastDueNanos = Math.max(lastDueNanos, dueNanos);
        pipe.addLast(new Due<>(message, lastDueNanos));
    }

    /** The connection breaks: what is in the pipe after the first {@code kept} is lost. */
    public void disconnect(int kept) {
        while (pipe.size() > kept) {
            pipe.removeLast();
        }
        reachable = false;
    }

    public void reconnect() {
        reachable = true;
        epoch++;
    }

    /** Moves what is due from the pipe to the inbox; {@code link} decides what becomes of receipts. */
    void deliverDue(long nowNanos, SimLink link) {
        for (Due<Message> next = pipe.peekFirst();
                next != null && nowNanos - next.atNanos >= 0;
                next = pipe.peekFirst()) {
            pipe.removeFirst();
            arrive(next.what, nowNanos, link);
        }
    }

    private void arrive(Message message, long nowNanos, SimLink link) {
        long sequence = message.id().sequence();
        boolean asked = ContentQuestion.key(message).isPresent();
        boolean refused = asked && !inbox.contains(sequence);
        if (!refused && !asked) {
            if (inbox.add(sequence)) {
                firstArrivals.add(message);
            } else {
                duplicates++;
            }
        }
        boolean confirmed =
                Drafts.CATALOGUE.find(message.topicId()).orElseThrow().reliable();
        if (!refused && !confirmed) {
            return;
        }
        List<SequenceRange> delivered = refused ? List.of() : List.of(new SequenceRange(sequence, sequence));
        List<Rejection> rejected = refused ? List.of(new Rejection(sequence, ErrorCode.EXPIRED, "refused")) : List.of();
        Receipt receipt = new Receipt(name, message.id().origin(), delivered, rejected);
        if (!link.chance(link.receiptLoss)) {
            receipts.add(new Due<>(receipt, nowNanos));
        }
    }

    /** @return receipts that are due, removed */
    List<Receipt> receiptsDue(long nowNanos) {
        List<Receipt> due = new ArrayList<>();
        for (Iterator<Due<Receipt>> i = receipts.iterator(); i.hasNext(); ) {
            Due<Receipt> next = i.next();
            if (nowNanos - next.atNanos >= 0) {
                due.add(next.what);
                i.remove();
            }
        }
        return due;
    }

    private record Due<T>(T what, long atNanos) {}
}
