package org.c4igateway.wan.route;

import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.c4igateway.dds.transport.GreetedSenders;
import org.c4igateway.dds.transport.Greeting;

/**
 * Which messages of nodes may pass: those written since their sender greeted the receiver over the present way. When
 * the way to a receiver changes, something on it may have been lost; what the sender wrote before it knows that, and
 * greets again, would arrive ahead of what is lost, so it is dropped and comes again. Nodes judge by the same greetings
 * for themselves.
 */
final class Admissions {
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
    Admissions(Predicate<String> isNode, LongSupplier ticks) {
        this.senders = new GreetedSenders<>(pair -> isNode.test(pair.sender()) && isNode.test(pair.receiver()), ticks);
    }

    /**
     * A HELLO passes.
     *
     * @param way present way to the receiver
     * @return whether it is the first one of this start of the sender over that way
     */
    boolean greeted(Greeting hello, long way) {
        Pair pair = new Pair(hello.from().value(), hello.to().value());
        return senders.greeted(pair, hello.sender(), way, hello.atNanos());
    }

    /** @return whether a message of a node that was written then may go to the receiver over its present way */
    boolean admits(String sender, String receiver, long way, long writtenNanos) {
        return senders.admits(new Pair(sender, receiver), way, writtenNanos);
    }

    /** @return messages that might not pass since the start */
    long refusals() {
        return senders.refusals();
    }

    /** @return a text for people for each sender of which nothing has passed for long */
    List<String> alarms() {
        return senders.alarms();
    }
}
