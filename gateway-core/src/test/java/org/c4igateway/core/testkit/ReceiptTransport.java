package org.c4igateway.core.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Transport;
import org.jspecify.annotations.Nullable;

/** A transport that takes receipts only, as a test decides. */
public final class ReceiptTransport implements Transport {
    private final List<Receipt> taken = new CopyOnWriteArrayList<>();
    private final List<Duration> timeouts = new CopyOnWriteArrayList<>();
    private final AtomicInteger flushes = new AtomicInteger();
    private volatile @Nullable InboundHandler receiver;
    private volatile Function<Receipt, SendOutcome> outcomes = receipt -> SendOutcome.Accepted.INSTANCE;

    /** From now on receipts have these outcomes. */
    public void answer(Function<Receipt, SendOutcome> now) {
        outcomes = now;
    }

    /** @return accepted receipts in order; live */
    public List<Receipt> taken() {
        return taken;
    }

    /** @return how long each try was allowed to block; live */
    public List<Duration> timeouts() {
        return timeouts;
    }

    /** @return how many messages the accepted receipts confirm to {@code origin} */
    public long confirmed(SystemName origin) {
        return taken.stream()
                .filter(receipt -> receipt.origin().equals(origin))
                .flatMap(receipt -> receipt.delivered().stream())
                .mapToLong(SequenceRange::count)
                .sum();
    }

    @Override
    public String name() {
        return "receipts";
    }

    @Override
    public boolean multicast() {
        return false;
    }

    @Override
    public SendOutcome send(Message message, Map<SystemName, Long> epochs, Duration timeout) {
        throw new AssertionError("no message is sent here");
    }

    @Override
    public SendOutcome sendReceipt(Receipt receipt, Duration timeout) {
        timeouts.add(timeout);
        SendOutcome outcome = outcomes.apply(receipt);
        if (outcome instanceof SendOutcome.Accepted) {
            taken.add(receipt);
        }
        return outcome;
    }

    @Override
    public void flush() {
        flushes.incrementAndGet();
    }

    /** @return how often it was asked to send what it has taken */
    public int flushes() {
        return flushes.get();
    }

    @Override
    public Optional<Introduction> introduction(SystemName peer) {
        return Optional.empty();
    }

    @Override
    public PeerState peer(SystemName peer) {
        return new PeerState(true, 1);
    }

    @Override
    public Subscription receive(InboundHandler handler) {
        receiver = handler;
        return () -> {};
    }

    /** @return what takes what arrives */
    public InboundHandler receiver() {
        return Objects.requireNonNull(receiver);
    }

    @Override
    public void close() {}
}
