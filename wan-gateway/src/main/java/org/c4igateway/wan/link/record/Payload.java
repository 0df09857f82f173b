package org.c4igateway.wan.link.record;

import org.jspecify.annotations.Nullable;

/** Bytes of a record, stored by its owner, for example in a journal on disk. Read on the engine's thread. */
public interface Payload {
    /** How many bytes {@link #read} gives, always the same, at least 1. */
    int size();

    /**
     * The bytes, the same at each call; they are not changed. Called when the record is first put into a frame and at
     * each repair, until the record has ended; and later where a frame with it fits only as it was before.
     *
     * @return null when they are gone; a record that has not ended is dropped then, unless they are {@link #isAway}
     */
    byte @Nullable [] read();

    /** Whether {@link #read} gives nothing for now only. The record waits then, and with it all of its precedence. */
    default boolean isAway() {
        return false;
    }

    /**
     * Says whether a piece of it is in flight now. Later records of its stream may already be at the receiver then,
     * which keeps them until this one is there. If the bytes vanish now, the receiver delivers those ahead of a
     * repetition.
     */
    default void begun(boolean begun) {}

    /** Bytes in memory; handed over and not changed by anybody. */
    static Payload of(byte[] bytes) {
        return new Payload() {
            @Override
            public int size() {
                return bytes.length;
            }

            @Override
            public byte[] read() {
                return bytes;
            }
        };
    }
}
