package org.c4igateway.wan.route;

import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.c4igateway.dds.transport.presence.GreetedSenders;
import org.c4igateway.dds.transport.presence.Greeting;

/**
 * Decides which messages of nodes may pass: those that the sender wrote after it greeted the receiver over the present
 * route. When the route to a receiver changes, messages on it may have been lost. Messages that the sender wrote before
 * it greets again would arrive before the lost ones, so they are dropped; the sender sends them again. Nodes apply the
 * same rule to the same greetings.
 */
final class RouteAdmission {
    private final GreetedSenders<Pair> senders;

    private record Pair(String sender, String receiver) {
        @Override
        public String toString() {
            return sender + " to " + receiver;
        }
    }

    /**
     * @param isNode whether a system has a node that is known now
     * @param ticks a clock that never goes back, nanoseconds
     */
    RouteAdmission(Predicate<String> isNode, LongSupplier ticks) {
        this.senders = new GreetedSenders<>(pair -> isNode.test(pair.sender()) && isNode.test(pair.receiver()), ticks);
    }

    /** @return whether the HELLO was said for an earlier way, so that it must not open the present one */
    boolean isLate(Greeting hello, long way) {
        return senders.isLate(pair(hello), hello.sender(), way, hello.atNanos());
    }

    /**
     * A HELLO passes.
     *
     * @param way present way to the receiver
     * @return whether it is the first one of this start of the sender over that way
     */
    boolean greeted(Greeting hello, long way) {
        return senders.greeted(pair(hello), hello.sender(), way, hello.atNanos());
    }

    private static Pair pair(Greeting hello) {
        return new Pair(hello.from().value(), hello.to().value());
    }

    /** @return whether a message of a node that was written then may go to the receiver over its present way */
    boolean admits(String sender, String receiver, long way, long writtenNanos) {
        return senders.admits(new Pair(sender, receiver), way, writtenNanos);
    }

    /** There is no way to the receiver of a message of a node. */
    void miss(String sender, String receiver, long writtenNanos) {
        senders.miss(new Pair(sender, receiver), writtenNanos);
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
