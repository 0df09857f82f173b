package org.c4igateway.dds.transport.presence;

import java.util.List;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dds.api.type.KmtfReceipt;

/**
 * Handshake of two nodes before messages between them are accepted; on the wire a receipt without sequence numbers. It
 * keeps the order after a restart: the writers of a peer match a restarted receiver before the peer knows of the
 * restart, so samples written meanwhile would arrive before the repeated ones. Therefore the sender sends HELLO with
 * the receiver's incarnation, its own incarnation and the time. The receiver drops samples that the sender wrote before
 * that time, by the sender's own clock. The sender starts to send after the WELCOME. A receiver that misses samples
 * says AGAIN and takes nothing until the next HELLO.
 *
 * @param from who says it
 * @param to whom it is for
 * @param kind HELLO, WELCOME or AGAIN
 * @param incarnation of the receiver of messages, who says WELCOME and AGAIN
 * @param sender incarnation of the sender of messages, who says HELLO
 * @param atNanos the sender's {@link SourceClock} when it said HELLO, nanoseconds since the epoch
 */
public record Greeting(SystemName from, SystemName to, Kind kind, long incarnation, long sender, long atNanos) {
    private static final String PREFIX = "C4I-";
    private static final int NUMBERS = 3;

    /** The messages of the handshake. */
    public enum Kind {
        /** From the sender of messages: what is written from now on counts. */
        HELLO,
        /** From their receiver: the HELLO of that time is taken. */
        WELCOME,
        /** From their receiver: samples behind the HELLO of that time are lost; greet again, send from the oldest. */
        AGAIN
    }

    /** @return whether that receipt is a greeting */
    public static boolean isGreeting(KmtfReceipt wire) {
        return wire.rejected().length > 0 && wire.reasons().getFirst().startsWith(PREFIX);
    }

    /** @throws IllegalArgumentException for a receipt that only looks like a greeting */
    public static Greeting fromWire(KmtfReceipt wire) {
        if (wire.rejected().length != NUMBERS) {
            throw new IllegalArgumentException(
                    "a greeting of another release, with " + wire.rejected().length + " numbers");
        }
        Kind kind = Kind.valueOf(wire.reasons().getFirst().substring(PREFIX.length()));
        return new Greeting(
                new SystemName(wire.receiver()),
                new SystemName(wire.origin()),
                kind,
                wire.rejected()[0],
                wire.rejected()[1],
                wire.rejected()[2]);
    }

    /** @return the greeting in its form on the wire */
    public KmtfReceipt toWire() {
        String word = PREFIX + kind;
        return new KmtfReceipt(
                from.value(),
                to.value(),
                new long[0],
                new long[] {incarnation, sender, atNanos},
                List.of(word, word, word));
    }

    /**
     * @param receiver who misses samples of the sender
     * @param incarnation of the receiver
     * @param hello behind which the samples were written
     */
    public static Greeting again(SystemName receiver, SystemName sender, long incarnation, GreetedSenders.Heard hello) {
        return new Greeting(receiver, sender, Kind.AGAIN, incarnation, hello.start(), hello.atNanos());
    }

    /** @return the answer to a HELLO */
    Greeting welcome() {
        return new Greeting(to, from, Kind.WELCOME, incarnation, sender, atNanos);
    }
}
