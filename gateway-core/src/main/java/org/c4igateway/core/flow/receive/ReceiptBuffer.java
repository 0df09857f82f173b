package org.c4igateway.core.flow.receive;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.Receipt.Rejection;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Transport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receipts to be sent, by transport and origin, as ranges. Receipts that cannot be sent now are kept, up to a bound,
 * and tried again after a pause, so that one origin does not delay the others. Dropped receipts are recovered: the
 * origin sends its rows again until it has a receipt. When there is no room for another origin, or for more of any, the
 * one that has accepted none for the longest time is dropped. A row that is refused again has one rejection, the
 * latest. The node of a shard that stays away may be one too many by now: then others send its rows again, and have the
 * receipts. Used by one thread.
 */
final class ReceiptBuffer {
    /** Most sequences owed to one origin. */
    static final int MAX_OWED = 100_000;
    /** Most origins that are owed something. */
    static final int MAX_ORIGINS = 1_000;
    /** Most that is owed to all origins together, in sequences; some 40 MB. */
    static final int MAX_TOTAL = 1_000_000;
    /** After so long what is owed to the node of a shard is dropped. */
    static final Duration GONE = Duration.ofMinutes(10);
    /** A rejection takes as much memory as so many sequences, because of its detail. */
    private static final int REJECTION = 20;

    private static final Logger LOG = LoggerFactory.getLogger(ReceiptBuffer.class);
    private static final Duration RETRY = Duration.ofMillis(50);
    private static final Duration SHORT_TIMEOUT = Duration.ofMillis(1);

    private final SystemName self;
    private final InboundMeters meters;
    private final LongSupplier nanoTime;
    private final Map<Address, Owed> owed = new LinkedHashMap<>();
    /** Addresses that took nothing when they were tried, the longest first. */
    private final Set<Address> away = new LinkedHashSet<>();

    private final Set<Address> refused = new HashSet<>();
    /** Owed to all origins, as {@link #MAX_TOTAL} counts. */
    private int total;

    ReceiptBuffer(SystemName self, InboundMeters meters, LongSupplier nanoTime) {
        this.self = self;
        this.meters = meters;
        this.nanoTime = nanoTime;
    }

    void delivered(Transport transport, SystemName origin, long sequence) {
        Owed o = roomFor(new Address(transport, origin), 1);
        if (o != null) {
            o.delivered.add(sequence);
            total++;
        }
    }

    void rejected(Transport transport, SystemName origin, Rejection rejection) {
        Address address = new Address(transport, origin);
        Owed known = owed.get(address);
        if (known != null && known.rejected.replace(rejection.sequence(), rejection) != null) {
            return;
        }
        Owed o = roomFor(address, REJECTION);
        if (o != null) {
            o.rejected.put(rejection.sequence(), rejection);
            total += REJECTION;
        }
    }

    boolean isEmpty() {
        return owed.isEmpty();
    }

    /** Sends what is owed; what a transport does not take stays. Blocks for at most {@code timeout} per origin. */
    void send(Duration timeout) {
        owed.entrySet()
                .removeIf(e -> e.getValue().isDue(nanoTime.getAsLong()) && sendAll(e.getKey(), e.getValue(), timeout));
    }

    private boolean sendAll(Address address, Owed o, Duration timeout) {
        Deque<Receipt> receipts = receipts(address.origin(), o);
        total -= o.total();
        Duration patience = o.waits ? SHORT_TIMEOUT : timeout;
        while (!receipts.isEmpty()) {
            SendOutcome outcome = address.transport().sendReceipt(receipts.getFirst(), patience);
            meters.receipt(address.transport().name(), outcome);
            switch (outcome) {
                case SendOutcome.Accepted _ -> receipts.removeFirst();
                case SendOutcome.Rejected(ErrorCode code, String detail) -> {
                    receipts.removeFirst();
                    warnOnce(address, code, detail);
                }
                case SendOutcome.Disconnected _
                when isGone(address, o) -> {
                    away.remove(address);
                    meters.receiptDropped(address.transport().name());
                    return true;
                }
                case SendOutcome.BackPressured _, SendOutcome.Disconnected _ -> {
                    o.keep(receipts, nanoTime.getAsLong());
                    total += o.total();
                    away.add(address);
                    address.transport().flush();
                    return false;
                }
            }
        }
        address.transport().flush();
        away.remove(address);
        return true;
    }

    private boolean isGone(Address address, Owed o) {
        return address.origin().isOfShard() && o.waits && nanoTime.getAsLong() - o.waitsSinceNanos >= GONE.toNanos();
    }

    /** A warning for operators: the origin repeats its rows until the configuration is corrected. */
    private void warnOnce(Address address, ErrorCode code, String detail) {
        if (refused.size() < MAX_ORIGINS && refused.add(address)) {
            LOG.warn(
                    "{}: messages from {} come over {}, but receipts cannot go back: {}. The rows stay pending at {}",
                    code.code(),
                    address.origin(),
                    address.transport().name(),
                    detail,
                    address.origin());
        }
    }

    private Deque<Receipt> receipts(SystemName origin, Owed o) {
        List<SequenceRange> ranges =
                SequenceRange.of(o.delivered.stream().mapToLong(Long::longValue).toArray());
        Deque<Receipt> receipts = new ArrayDeque<>();
        for (int i = 0; i < ranges.size(); i += Receipt.MAX_ENTRIES) {
            List<SequenceRange> part = ranges.subList(i, Math.min(ranges.size(), i + Receipt.MAX_ENTRIES));
            receipts.add(new Receipt(self, origin, part, List.of()));
        }
        List<Rejection> rejected = List.copyOf(o.rejected.values());
        for (int i = 0; i < rejected.size(); i += Receipt.MAX_ENTRIES) {
            List<Rejection> part = rejected.subList(i, Math.min(rejected.size(), i + Receipt.MAX_ENTRIES));
            receipts.add(new Receipt(self, origin, List.of(), part));
        }
        return receipts;
    }

    private @Nullable Owed roomFor(Address address, int more) {
        Owed known = owed.get(address);
        boolean room = known == null || known.size() < MAX_OWED;
        while (room && !fits(address, more)) {
            room = giveUpOne();
        }
        if (!room) {
            meters.receiptDropped(address.transport().name());
            return null;
        }
        return owed.computeIfAbsent(address, _ -> new Owed());
    }

    private boolean fits(Address address, int more) {
        return total + more <= MAX_TOTAL && (owed.size() < MAX_ORIGINS || owed.containsKey(address));
    }

    /** Makes room by forgetting what has waited longest. @return false when nothing waits */
    private boolean giveUpOne() {
        Iterator<Address> longest = away.iterator();
        if (!longest.hasNext()) {
            return false;
        }
        Address address = longest.next();
        longest.remove();
        Owed forgotten = owed.remove(address);
        total -= forgotten == null ? 0 : forgotten.total();
        meters.receiptDropped(address.transport().name());
        return true;
    }

    private record Address(Transport transport, SystemName origin) {}

    private static final class Owed {
        private final List<Long> delivered = new ArrayList<>();
        /** By sequence. */
        private final Map<Long, Rejection> rejected = new LinkedHashMap<>();

        private boolean waits;
        private long waitsSinceNanos;
        private long retryAtNanos;

        int size() {
            return delivered.size() + rejected.size();
        }

        /** As {@link #MAX_TOTAL} counts. */
        int total() {
            return delivered.size() + REJECTION * rejected.size();
        }

        boolean isDue(long nowNanos) {
            return !waits || nowNanos - retryAtNanos >= 0;
        }

        /** Keeps only these receipts, to be tried again after a pause. */
        void keep(Iterable<Receipt> receipts, long nowNanos) {
            delivered.clear();
            rejected.clear();
            for (Receipt receipt : receipts) {
                receipt.delivered()
                        .forEach(range -> LongStream.rangeClosed(range.first(), range.last())
                                .forEach(delivered::add));
                receipt.rejected().forEach(each -> rejected.put(each.sequence(), each));
            }
            waitsSinceNanos = waits ? waitsSinceNanos : nowNanos;
            waits = true;
            retryAtNanos = nowNanos + RETRY.toNanos();
        }
    }
}
