package org.c4igateway.dds.transport.presence;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dds.api.Guid;

/**
 * Decides which samples of other nodes are accepted; see {@link Greeting}. A HELLO is accepted if it names the start
 * that its sender has announced, because clocks cannot tell which of two starts is the later one. Then samples count
 * that the participant of this announcement has written: a node that was frozen, wakes up after its successor has
 * greeted and is not fenced yet writes with times of now. Safe for any thread.
 */
final class SampleAdmission {
    /** Maximum number of HELLOs kept until the announcement of their sender comes. */
    private static final int MAX_EARLY = 1_024;
    /** Nodes of one domain have one route: a change shows in the announcement, and the sender greets again. */
    private static final long ONE_WAY = 0;

    private final long incarnation;
    private final Predicate<SystemName> isNode;
    private final Function<SystemName, Optional<WrittenAnnouncement>> announced;
    private final LongFunction<Optional<Guid>> writerOf;
    private final GreetedSenders<SystemName> senders;
    private final SampleChains chains = new SampleChains();
    private final Map<SystemName, Greeting> early = new ConcurrentHashMap<>();
    /** An entity of the participant of each node in this domain that has greeted; gateways stand for other nodes. */
    private final Map<SystemName, Guid> greeters = new ConcurrentHashMap<>();

    private final Map<Long, Guid> writers = new ConcurrentHashMap<>();
    private final BooleanSupplier hasRoom;
    /** Origins of which a sample found no room, until they are told to send again. */
    private final Set<SystemName> withoutRoom = ConcurrentHashMap.newKeySet();

    /**
     * @param incarnation this node's
     * @param isNode whether a system has a gateway node, which greets; foreign applications do not
     * @param announced the last announcement of the node of a system, if there is one now
     * @param writerOf who the writer that a sample names is, while it is there
     * @param hasRoom whether what is accepted can be taken
     * @param ticks a clock that never goes back, nanoseconds
     */
    SampleAdmission(
            long incarnation,
            Predicate<SystemName> isNode,
            Function<SystemName, Optional<WrittenAnnouncement>> announced,
            LongFunction<Optional<Guid>> writerOf,
            BooleanSupplier hasRoom,
            LongSupplier ticks) {
        this.incarnation = incarnation;
        this.isNode = isNode;
        this.announced = announced;
        this.writerOf = writerOf;
        this.hasRoom = hasRoom;
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
        Optional<WrittenAnnouncement> present =
                announced.apply(hello.from()).filter(node -> node.incarnation() == hello.sender());
        if (present.isEmpty()) {
            if (early.size() < MAX_EARLY || early.containsKey(hello.from())) {
                early.put(hello.from(), hello);
            }
            return false;
        }
        greetedBy(hello.from(), present.get());
        senders.greeted(hello.from(), hello.sender(), ONE_WAY, hello.atNanos());
        return true;
    }

    private void greetedBy(SystemName sender, WrittenAnnouncement node) {
        Optional<Guid> greeter = node.via().isEmpty() ? writerOf.apply(node.writer()) : Optional.empty();
        greeter.ifPresentOrElse(guid -> greeters.put(sender, guid), () -> greeters.remove(sender));
        if (greeters.size() > GreetedSenders.MAX_KNOWN) {
            greeters.keySet().removeIf(each -> !isNode.test(each));
        }
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
        if (isOfAnotherStart(origin, sample.writer())) {
            if (!senders.refuse(origin)) {
                return false;
            }
            greeters.remove(origin);
        }
        boolean waits = waitsForRoom(origin);
        if (!whole || waits) {
            senders.lost(origin, sample.sourceNanos());
        }
        if (waits) {
            senders.excuse(origin);
            return false;
        }
        return senders.admits(origin, ONE_WAY, sample.sourceNanos());
    }

    /**
     * A sample that counts was not taken for want of room. Nothing of its origin counts until that greets again, for
     * which it is told when there is room: what it sent before would find none either.
     */
    void refused(SystemName origin, long sourceNanos) {
        senders.lost(origin, sourceNanos);
        withoutRoom.add(origin);
    }

    private boolean waitsForRoom(SystemName origin) {
        return !withoutRoom.isEmpty() && withoutRoom.contains(origin) && !hasRoom.getAsBoolean();
    }

    /** @return messages to origins that have waited for room, once there is some; to be asked again and again */
    List<Greeting> roomAgain(SystemName self) {
        List<Greeting> due = new ArrayList<>();
        withoutRoom.removeIf(origin -> {
            if (waitsForRoom(origin)) {
                return false;
            }
            Optional<Greeting> again = again(self, origin);
            again.ifPresent(due::add);
            return again.isPresent() || !senders.isLost(origin);
        });
        return due;
    }

    /** One whose writer is gone before it was known is of another start: the present one would be there. */
    private boolean isOfAnotherStart(SystemName origin, long writer) {
        Guid greeter = greeters.get(origin);
        if (greeter == null) {
            return false;
        }
        Guid known = writers.get(writer);
        if (known != null && known.sameParticipant(greeter)) {
            return false;
        }
        // Once more where one is known: OpenDDS gives handles again.
        Optional<Guid> now = writerOf.apply(writer);
        now.ifPresent(guid -> remember(writer, guid));
        return now.filter(guid -> guid.sameParticipant(greeter)).isEmpty();
    }

    private void remember(long writer, Guid guid) {
        writers.put(writer, guid);
        if (writers.size() > GreetedSenders.MAX_KNOWN) {
            writers.clear();
        }
    }

    /** @return the message to an origin whose samples are lost; empty while none is due or there is no room for them */
    Optional<Greeting> again(SystemName self, SystemName origin) {
        if (waitsForRoom(origin)) {
            return Optional.empty();
        }
        return senders.again(origin, ONE_WAY).map(hello -> Greeting.again(self, origin, incarnation, hello));
    }

    /** @return a text for operators for each node whose samples have been refused for too long */
    List<String> alarms() {
        return senders.alarms();
    }
}
