package org.c4igateway.wan.link;

import java.util.HashMap;
import java.util.Map;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.link.record.DeliveryOptions;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.link.record.Payload;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.link.record.StreamKey;
import org.jspecify.annotations.Nullable;

/** A record of the simulation: what was promised, what was seen of it. */
final class SimItem {
    private final SimTime time;
    private final byte[] bytes;
    final LinkItem item;
    /** How often it came, by receiver. */
    final Map<String, Integer> arrivals = new HashMap<>();

    @Nullable RecordOutcome ending;

    long arrivedNanos = -1;
    boolean unreadable;
    boolean begun;

    SimItem(SimTime time, long id, byte[] bytes, Template template) {
        this.time = time;
        this.bytes = bytes;
        this.item = new LinkItem(id, template.precedence(), template.stream(), payload(), template.handling());
    }

    /** What is not the record itself. */
    record Template(Precedence precedence, StreamKey stream, DeliveryOptions handling) {}

    private Payload payload() {
        return new Payload() {
            @Override
            public int size() {
                return bytes.length;
            }

            @Override
            public byte @Nullable [] read() {
                if (ending != null) {
                    throw new AssertionError("record " + item.id() + " is sent although it ended: " + ending);
                }
                if (item.isExpired(time.nowNanos())) {
                    throw new AssertionError("record " + item.id() + " is sent although it has expired");
                }
                return unreadable ? null : bytes;
            }

            @Override
            public void begun(boolean now) {
                begun = now;
            }
        };
    }

    /** @throws AssertionError when it ends twice, or has expired before its expiry */
    void end(RecordOutcome how) {
        if (how == RecordOutcome.EXPIRED && !item.isExpired(time.nowNanos())) {
            throw new AssertionError("record " + item.id() + " expired at " + time.nowNanos() + " before its expiry "
                    + item.handling().expiresAtNanos());
        }
        if (ending != null) {
            throw new AssertionError("record " + item.id() + " ended twice: " + ending + ", " + how);
        }
        ending = how;
    }

    void arrived(String receiver) {
        if (arrivals.merge(receiver, 1, Integer::sum) == 1) {
            arrivedNanos = time.nowNanos();
        }
    }

    int arrivalsAt(String receiver) {
        return arrivals.getOrDefault(receiver, 0);
    }
}
