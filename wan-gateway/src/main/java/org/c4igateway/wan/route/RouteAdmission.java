package org.c4igateway.wan.route;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dds.transport.presence.GreetedSenders;
import org.c4igateway.dds.transport.presence.Greeting;
import org.c4igateway.wan.route.outlet.ClockReading;

/**
 * Decides which messages of nodes may pass: those that the sender wrote after it greeted the receiver over the present
 * route. When the route to a receiver changes, messages on it may have been lost. Messages that the sender wrote before
 * it greets again would arrive before the lost ones, so they are dropped; the sender sends them again. Nodes apply the
 * same rule to the same greetings.
 */
final class RouteAdmission {
    private final RouteSite site;
    private final GreetedSenders<Pair> senders;
    /** Time of the last tick, by the clock that never goes back. Operators ask for alarms on other threads. */
    private volatile long nanos;

    private record Pair(String sender, String receiver) {
        @Override
        public String toString() {
            return sender + " to " + receiver;
        }
    }

    RouteAdmission(RouteSite site) {
        this.site = site;
        this.senders = new GreetedSenders<>(
                pair -> site.isNode(pair.sender()) && site.isNode(pair.receiver()), () -> this.nanos);
    }

    void tick(ClockReading now) {
        nanos = now.nanos();
    }

    /**
     * @return whether the HELLO was said before the way to the receiver changed, so that it must not open the present
     *     one: its sender greets again
     */
    boolean isLate(Greeting hello) {
        OptionalLong way = site.wayTo(hello.to().value());
        return way.isPresent() && senders.isLate(pair(hello), hello.sender(), way.getAsLong(), hello.atNanos());
    }

    /**
     * A HELLO passes.
     *
     * @return whether it is the first one of this start of the sender over the present way to the receiver
     */
    boolean greeted(Greeting hello) {
        OptionalLong way = site.wayTo(hello.to().value());
        return way.isPresent() && senders.greeted(pair(hello), hello.sender(), way.getAsLong(), hello.atNanos());
    }

    private static Pair pair(Greeting hello) {
        return new Pair(hello.from().value(), hello.to().value());
    }

    /**
     * @param ofNode whether the message itself says that a node wrote it, which may not be discovered yet
     * @return those of the receivers to which a message of the origin, written then, may go now
     */
    List<String> admitted(String origin, boolean ofNode, List<String> receivers, long writtenNanos) {
        if (!ofNode && !site.isNode(origin)) {
            return receivers;
        }
        List<String> admitted = new ArrayList<>(receivers.size());
        for (String receiver : receivers) {
            Pair pair = new Pair(origin, receiver);
            OptionalLong way = site.wayTo(receiver);
            if (way.isEmpty()) {
                senders.miss(pair, writtenNanos);
            } else if (senders.admits(pair, way.getAsLong(), writtenNanos)) {
                admitted.add(receiver);
            }
        }
        return admitted;
    }

    /** Messages of the origin may be missing, see {@link Router#missing}; what follows them waits for a new HELLO. */
    void missing(String origin, long previousNanos, long sourceNanos) {
        senders.lost(pair -> pair.sender().equals(origin), previousNanos, sourceNanos);
    }

    /** @return what to tell the origin in the name of those receivers whose messages are lost, at most once a second */
    List<Greeting> again(String origin, List<String> receivers) {
        List<Greeting> again = new ArrayList<>();
        for (String receiver : receivers) {
            site.table()
                    .find(receiver)
                    .flatMap(far -> senders.again(new Pair(origin, receiver), far.way())
                            .map(hello -> Greeting.again(
                                    new SystemName(receiver),
                                    new SystemName(origin),
                                    far.announced().incarnation(),
                                    hello)))
                    .ifPresent(again::add);
        }
        return again;
    }

    /** @return number of messages that were not admitted since the start */
    long refusals() {
        return senders.refusals();
    }

    /** @return a text for operators for each sender whose messages have not been admitted for too long */
    List<String> alarms() {
        return senders.alarms();
    }
}
