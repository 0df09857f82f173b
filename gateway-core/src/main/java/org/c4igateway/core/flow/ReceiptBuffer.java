package org.c4igateway.core.flow;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.Receipt.Rejection;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Transport;

/**
 * Receipts owed, by transport and origin, sent as ranges. What cannot be sent now is kept, bounded; what is given up will be
 * asked for again, because the origin sends its rows until it has a receipt. Used by one thread.
 */
final class ReceiptBuffer {
    /** Most sequences owed to one origin. */
    static final int MAX_OWED = 100_000;

    private final SystemName self;
    private final InboundMeters meters;
    private final Map<Address, Owed> owed = new LinkedHashMap<>();

    ReceiptBuffer(SystemName self, InboundMeters meters) {
        this.self = self;
        this.meters = meters;
    }

    void delivered(Transport transport, SystemName origin, long sequence) {
        Owed o = of(transport, origin);
        if (o.size() < MAX_OWED) {
            o.delivered.add(sequence);
        } else {
            meters.receiptDropped(transport.name());
        }
    }

    void rejected(Transport transport, SystemName origin, Rejection rejection) {
        Owed o = of(transport, origin);
        if (o.size() < MAX_OWED) {
            o.rejected.add(rejection);
        } else {
            meters.receiptDropped(transport.name());
        }
    }

    boolean isEmpty() {
        return owed.isEmpty();
    }

    /** Sends what is owed; what the transport does not take stays. */
    void send(Duration timeout) {
        owed.entrySet().removeIf(e -> sendAll(e.getKey(), e.getValue(), timeout));
        owed.keySet().stream().map(Address::transport).distinct().forEach(Transport::flush);
    }

    private boolean sendAll(Address address, Owed o, Duration timeout) {
        for (Receipt receipt : receipts(address.origin(), o)) {
            SendOutcome outcome = address.transport().sendReceipt(receipt, timeout);
            meters.receipt(address.transport().name(), outcome);
            boolean retry = outcome instanceof SendOutcome.BackPressured || outcome instanceof SendOutcome.Disconnected;
            if (retry) {
                return false;
            }
        }
        address.transport().flush();
        return true;
    }

    private List<Receipt> receipts(SystemName origin, Owed o) {
        List<SequenceRange> ranges = SequenceRanges.of(
                o.delivered.stream().mapToLong(Long::longValue).toArray());
        List<Receipt> receipts = new ArrayList<>();
        for (int i = 0; i < ranges.size(); i += Receipt.MAX_ENTRIES) {
            List<SequenceRange> part = ranges.subList(i, Math.min(ranges.size(), i + Receipt.MAX_ENTRIES));
            receipts.add(new Receipt(self, origin, part, List.of()));
        }
        for (int i = 0; i < o.rejected.size(); i += Receipt.MAX_ENTRIES) {
            List<Rejection> part = o.rejected.subList(i, Math.min(o.rejected.size(), i + Receipt.MAX_ENTRIES));
            receipts.add(new Receipt(self, origin, List.of(), part));
        }
        return receipts;
    }

    private Owed of(Transport transport, SystemName origin) {
        return owed.computeIfAbsent(new Address(transport, origin), key -> new Owed());
    }

    private record Address(Transport transport, SystemName origin) {}

    private static final class Owed {
        private final List<Long> delivered = new ArrayList<>();
        private final List<Rejection> rejected = new ArrayList<>();

        int size() {
            return delivered.size() + rejected.size();
        }
    }
}
