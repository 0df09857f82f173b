package org.c4igateway.dds.transport;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.c4igateway.core.message.SystemName;

/** Decides which samples of other nodes count; see {@link Greeting}. Safe for any thread. */
final class Admission {
    private final long incarnation;
    private final Predicate<SystemName> isNode;
    private final Map<SystemName, Long> sinceNanos = new ConcurrentHashMap<>();

    /**
     * @param incarnation this node's
     * @param isNode whether a system has a gateway node, which greets; foreign applications do not
     */
    Admission(long incarnation, Predicate<SystemName> isNode) {
        this.incarnation = incarnation;
        this.isNode = isNode;
    }

    /** @return whether the HELLO is for this start of the node; then samples written from then on count */
    boolean admit(Greeting hello) {
        if (hello.incarnation() != incarnation) {
            return false;
        }
        sinceNanos.merge(hello.from(), hello.atNanos(), Math::max);
        return true;
    }

    /** @return whether a sample that {@code origin} wrote at that instant of its clock counts */
    boolean isAdmitted(SystemName origin, long writtenNanos) {
        Long since = sinceNanos.get(origin);
        return since == null ? !isNode.test(origin) : writtenNanos >= since;
    }
}
