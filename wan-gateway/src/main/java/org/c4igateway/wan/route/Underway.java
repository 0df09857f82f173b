package org.c4igateway.wan.route;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.dds.api.KmtfMessage;
import org.c4igateway.wan.link.Payload;
import org.jspecify.annotations.Nullable;

/**
 * A message that a link has and is not done with. It can be taken back: the link finds no bytes any more, then. Used by the
 * router's thread.
 */
final class Underway implements Payload {
    private final MessageKey key;
    private final int size;
    private final boolean reliable;
    private final Precedence precedence;
    private final long sourceNanos;
    private final Set<String> targets;
    private byte @Nullable [] bytes;

    /** Origin's name and number. */
    record MessageKey(String origin, long sequence) {}

    /**
     * @param sourceNanos when the origin wrote it, nanoseconds since the epoch
     * @param targets systems that this copy is for; empty for a broadcast
     */
    Underway(KmtfMessage message, boolean reliable, long sourceNanos, Collection<String> targets, byte[] bytes) {
        this.key = keyOf(message);
        this.size = bytes.length;
        this.reliable = reliable;
        this.precedence = precedenceOf(message);
        this.sourceNanos = sourceNanos;
        this.targets = new TreeSet<>(targets);
        this.bytes = bytes;
    }

    static MessageKey keyOf(KmtfMessage message) {
        return new MessageKey(message.origin(), message.sequence());
    }

    /** A code that is none counts as ROUTINE; receivers refuse such a message. */
    static Precedence precedenceOf(KmtfMessage message) {
        return Precedence.isValid(message.precedence()) ? Precedence.ofCode(message.precedence()) : Precedence.ROUTINE;
    }

    MessageKey key() {
        return key;
    }

    boolean reliable() {
        return reliable;
    }

    Precedence precedence() {
        return precedence;
    }

    long sourceNanos() {
        return sourceNanos;
    }

    /** @return the systems that will take this copy when it arrives */
    Set<String> targets() {
        return targets;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public byte @Nullable [] read() {
        return bytes;
    }

    /**
     * That system will not take this copy any more.
     *
     * @return whether nobody will, so that it was taken back
     */
    boolean takeBackFor(String target) {
        if (bytes != null && targets.remove(target) && targets.isEmpty()) {
            bytes = null;
            return true;
        }
        return false;
    }

    boolean isTakenBack() {
        return bytes == null;
    }
}
