package org.c4igateway.core.flow.receive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.Receipt.Rejection;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Inbox;
import org.c4igateway.core.store.Readmission.Taken;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Transport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells origins that this system has messages which it refused first. It is told as a rejection with TAKEN_AFTER_ALL,
 * to which a node of an earlier release does nothing. An origin that is away is told when it is back. When this node
 * dies between telling and writing that down, it tells once more. Used by the inbox writer's thread.
 */
final class ReadmissionNews {
    private static final Logger LOG = LoggerFactory.getLogger(ReadmissionNews.class);
    private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    private final Inbox inbox;
    private final List<Transport> transports;
    private final DataPathParts parts;
    private final LongSupplier nanoTime;
    /** What an earlier process, or the active node before this one, did not tell. */
    private boolean expected = true;

    private long dueNanos;
    /** Id of the last one looked at in this round; 0 before its first. */
    private long looked;
    /** There was one in this round. */
    private boolean found;

    /**
     * @param transports all ways to origins
     * @param nanoTime clock of its pace
     */
    ReadmissionNews(Inbox inbox, List<Transport> transports, DataPathParts parts, LongSupplier nanoTime) {
        this.inbox = inbox;
        this.transports = List.copyOf(transports);
        this.parts = parts;
        this.nanoTime = nanoTime;
        this.dueNanos = nanoTime.getAsLong();
    }

    /** There may be something to tell from now on. */
    void expect() {
        expected = true;
    }

    /**
     * Looks at a few, oldest first, once a second, round after round until all is told; asks the database only while
     * there may be something. So those of an origin that is away hold up no other origin's. While the database is not
     * available it does nothing.
     */
    void tellWhenDue() {
        if (!expected || nanoTime.getAsLong() - dueNanos < 0) {
            return;
        }
        try {
            expected = tell();
        } catch (GatewayException.Transient e) {
            LOG.debug("Origins will be told later which messages were taken: {}", e.getMessage());
        }
        dueNanos = nanoTime.getAsLong() + PAUSE_NANOS;
    }

    /** @return whether there may be more: in this round, or in another one after a round that found something */
    private boolean tell() {
        List<Taken> untold = inbox.untold(looked);
        Map<SystemName, List<Taken>> byOrigin = new LinkedHashMap<>();
        untold.forEach(taken -> byOrigin.computeIfAbsent(taken.message().origin(), origin -> new ArrayList<>())
                .add(taken));
        byOrigin.forEach((origin, taken) -> {
            if (accepted(receipt(origin, taken))) {
                inbox.told(taken);
            }
        });
        found |= !untold.isEmpty();
        if (untold.size() >= Inbox.MAX_UNTOLD) {
            looked = untold.getLast().id();
            return true;
        }
        boolean another = found;
        looked = 0;
        found = false;
        return another;
    }

    private Receipt receipt(SystemName origin, List<Taken> taken) {
        List<Rejection> rejections = taken.stream()
                .map(one -> new Rejection(
                        one.message().sequence(),
                        ErrorCode.TAKEN_AFTER_ALL,
                        "an operator put the dead letter back before the inbox"))
                .toList();
        return new Receipt(parts.self(), origin, List.of(), rejections);
    }

    private boolean accepted(Receipt receipt) {
        for (Transport transport : transports) {
            if (transport.peer(receipt.origin()).reachable()) {
                SendOutcome outcome =
                        transport.sendReceipt(receipt, parts.settings().sendTimeout());
                transport.flush();
                return outcome instanceof SendOutcome.Accepted;
            }
        }
        return false;
    }
}
