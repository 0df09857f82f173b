package org.c4igateway.wan.gateway;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.dds.transport.presence.Greeting;
import org.c4igateway.wan.route.outlet.ClockReading;

/**
 * A node as its gateway sees it. As a sender it has an outbox: it greets, sends rows in order and within a window, and
 * begins again with the oldest when receipts are overdue or the way to the receiver is a new one. As a receiver it has
 * an inbox.
 */
final class SimNode {
    private static final int WINDOW = 40;
    private static final long GREET_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long MAX_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final String self;
    private final String peer;
    private final SimGateway gateway;
    private final Map<Precedence, TreeMap<Long, KmtfMessage>> pending = new EnumMap<>(Precedence.class);
    private final Map<Precedence, Long> cursors = new EnumMap<>(Precedence.class);
    private final Map<Long, Long> sentAtNanos = new HashMap<>();
    final Set<Long> rejected = new TreeSet<>();
    /** What came in, each once, in order. */
    final List<KmtfMessage> inbox = new ArrayList<>();

    private final Set<String> known = new HashSet<>();
    private String via = "";
    private boolean welcome;
    private long greetAtNanos;
    /** When the present way was first seen: an answer to an older greeting is none. */
    private long epochNanos;

    private int messagesRead;
    private int receiptsRead;
    private long patienceNanos = PATIENCE_NANOS;
    private long progressNanos;

    SimNode(String self, String peer, SimGateway gateway) {
        this.self = self;
        this.peer = peer;
        this.gateway = gateway;
    }

    void submit(KmtfMessage row) {
        pending.computeIfAbsent(Precedence.ofCode(row.precedence()), key -> new TreeMap<>())
                .put(row.sequence(), row);
    }

    long pendingRows() {
        return pending.values().stream().mapToLong(TreeMap::size).sum();
    }

    void tick(ClockReading now) {
        receive(now);
        takeReceipts(now);
        if (pendingRows() > 0) {
            send(now);
        }
    }

    private void receive(ClockReading now) {
        List<Long> got = new ArrayList<>();
        for (; messagesRead < gateway.messages.size(); messagesRead++) {
            KmtfMessage message = gateway.messages.get(messagesRead);
            if (message.origin().equals(peer)) {
                got.add(message.sequence());
                if (known.add(message.origin() + message.sequence())) {
                    inbox.add(message);
                }
            }
        }
        if (!got.isEmpty()) {
            long[] ranges = got.stream()
                    .distinct()
                    .flatMapToLong(sequence -> LongStream.of(sequence, sequence))
                    .toArray();
            gateway.write(new KmtfReceipt(self, peer, ranges, new long[0], List.of()), now);
        }
    }

    private void takeReceipts(ClockReading now) {
        for (; receiptsRead < gateway.receipts.size(); receiptsRead++) {
            KmtfReceipt receipt = gateway.receipts.get(receiptsRead);
            if (receipt.origin().equals(self) && receipt.receiver().equals(peer)) {
                take(receipt, now);
            }
        }
    }

    private void take(KmtfReceipt receipt, ClockReading now) {
        if (Greeting.isGreeting(receipt)) {
            Greeting greeting = Greeting.fromWire(receipt);
            if (greeting.kind() == Greeting.Kind.HELLO) {
                gateway.write(with(greeting, Greeting.Kind.WELCOME).toWire(), now);
            } else if (greeting.atNanos() >= epochNanos) {
                welcome = true;
            }
            return;
        }
        for (int range = 0; range < receipt.delivered().length; range += 2) {
            for (long sequence = receipt.delivered()[range]; sequence <= receipt.delivered()[range + 1]; sequence++) {
                settled(sequence, now);
            }
        }
        for (long sequence : receipt.rejected()) {
            rejected.add(sequence);
            settled(sequence, now);
        }
    }

    private static Greeting with(Greeting hello, Greeting.Kind kind) {
        return new Greeting(hello.to(), hello.from(), kind, hello.incarnation(), hello.sender(), hello.atNanos());
    }

    private void settled(long sequence, ClockReading now) {
        pending.values().forEach(rows -> rows.remove(sequence));
        sentAtNanos.remove(sequence);
        progressNanos = now.nanos();
        patienceNanos = PATIENCE_NANOS;
    }

    private void send(ClockReading now) {
        KmtfNode far = gateway.announced.get(peer);
        if (far == null) {
            via = "";
            return;
        }
        if (!far.via().equals(via)) {
            via = far.via();
            welcome = false;
            greetAtNanos = now.nanos();
            epochNanos = now.epochNanos();
            rewind(now);
        }
        if (!welcome && now.nanos() >= greetAtNanos) {
            greetAtNanos = now.nanos() + GREET_NANOS;
            Greeting hello = new Greeting(
                    new SystemName(self),
                    new SystemName(peer),
                    Greeting.Kind.HELLO,
                    far.incarnation(),
                    SimGateway.INCARNATION,
                    now.epochNanos());
            gateway.write(hello.toWire(), now);
        }
        if (welcome) {
            if (isOverdue(now)) {
                patienceNanos = Math.min(MAX_PATIENCE_NANOS, 2 * patienceNanos);
                rewind(now);
            }
            pending.forEach((precedence, rows) -> sendOn(precedence, rows, now));
        }
    }

    /** Silence, or receipts of much later messages. */
    private boolean isOverdue(ClockReading now) {
        return sentAtNanos.values().stream()
                .anyMatch(sent -> now.nanos() - sent > patienceNanos
                        && (now.nanos() - progressNanos > patienceNanos || progressNanos - sent > patienceNanos));
    }

    private void rewind(ClockReading now) {
        cursors.clear();
        sentAtNanos.clear();
        progressNanos = now.nanos();
    }

    private void sendOn(Precedence precedence, NavigableMap<Long, KmtfMessage> rows, ClockReading now) {
        int inFlight = rows.headMap(cursors.getOrDefault(precedence, 0L), true).size();
        for (KmtfMessage row : List.copyOf(
                rows.tailMap(cursors.getOrDefault(precedence, 0L), false).values())) {
            if (inFlight++ >= WINDOW) {
                return;
            }
            cursors.put(precedence, row.sequence());
            sentAtNanos.put(row.sequence(), now.nanos());
            gateway.write(row, now);
        }
    }
}
