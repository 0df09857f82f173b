package org.c4igateway.dds.transport.presence;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.c4igateway.core.message.SystemName;

/**
 * Decides which samples of other nodes are accepted; see {@link Greeting}. A HELLO is accepted if it names the start
 * that its sender has announced, because clocks cannot tell which of two starts is the later one. Safe for any thread.
 */
final class SampleAdmission {
    /** Maximum number of HELLOs kept until the announcement of their sender comes. */
    private static final int MAX_EARLY = 1_024;
    /** Nodes of one domain have one route: a change shows in the announcement, and the sender greets again. */
    private static final long ONE_WAY = 0;

    private final long incarnation;
    private final Predicate<SystemName> isNode;
    private final Function<SystemName, OptionalLong> announced;
    private final GreetedSenders<SystemName> senders;
    private final SampleChains chains = new SampleChains();
    private final Map<SystemName, Greeting> early = new ConcurrentHashMap<>();

    /**
     * @param incarnation this node's
     * @param isNode whether a system has a gateway node, which greets; foreign applications do not
     * @param announced incarnation of the node of a system as announced, if there is one now
     * @param ticks a clock that never goes back, nanoseconds
     */
    SampleAdmission(
            long incarnation,
            Predicate<SystemName> isNode,
            Function<SystemName, OptionalLong> announced,
            LongSupplier ticks) {
        this.incarnation = incarnation;
        this.isNode = isNode;
        this.announced = announced;
        this.senders = new GreetedSenders<>(isNode, ticks);
    }

    /**
     * Takes a HELLO.
     *
     * @return whether it is for this start of the node and of the start that its sender has announced; then samples
     *     written from then on count
     */
    boolean admit(Greeting hello) {
        if (hello.incarnation() != incarnation) {
            return false;
        }
        OptionalLong present = announced.apply(hello.from());
        if (present.isEmpty() || present.getAsLong() != hello.sender()) {
            if (early.size() < MAX_EARLY || early.containsKey(hello.from())) {
                early.put(hello.from(), hello);
            }
            return false;
        }
        senders.greeted(hello.from(), hello.sender(), ONE_WAY, hello.atNanos());
        return true;
    }

    /** @return the HELLO of a node that came before its announcement, once */
    Optional<Greeting> early(SystemName sender) {
        return Optional.ofNullable(early.remove(sender));
    }

    /** @return whether no sample of {@code origin} between its HELLO and this one is missing; asked once for each */
    boolean follows(SystemName origin, WrittenSample sample) {
        boolean next = chains.isNext(origin.value(), sample);
        return next || !senders.counts(origin, sample.previousNanos());
    }

    /**
     * Decides on a sample. A node's counts only once that has greeted, also while this one has not discovered it yet;
     * applications do not greet.
     *
     * @param whole whether all that its writer wrote before came, or may be missing
     * @return whether it counts. After a loss nothing of its origin does until that greets again, see {@link #again}
     */
    boolean isAdmitted(SystemName origin, WrittenSample sample, boolean whole) {
        if (!sample.isOfNode() && !senders.isKnown(origin) && !isNode.test(origin)) {
            return true;
        }
        if (!whole) {
            senders.lost(origin, sample.sourceNanos());
        }
        return senders.admits(origin, ONE_WAY, sample.sourceNanos());
    }

    /** @return the message to an origin whose samples are lost; empty while none is due */
    Optional<Greeting> again(SystemName self, SystemName origin) {
        return senders.again(origin, ONE_WAY).map(hello -> Greeting.again(self, origin, incarnation, hello));
    }

    /** @return a text for operators for each node whose samples have been refused for too long */
    List<String> alarms() {
        return senders.alarms();
    }
}
