package org.c4igateway.dds.api;

import java.util.Objects;

/** What became of a write. */
public sealed interface WriteResult {
    /** In the writer's history, or on the wire for best effort. Says nothing of arrival. */
    record Written() implements WriteResult {
        /** The one instance needed. */
        public static final Written INSTANCE = new Written();
    }

    /** No room within the max blocking time; nothing was written. */
    record TimedOut() implements WriteResult {
        /** The one instance needed. */
        public static final TimedOut INSTANCE = new TimedOut();
    }

    /**
     * The provider refused; nothing was written.
     *
     * @param code the provider's code
     * @param detail for people
     */
    record Failed(int code, String detail) implements WriteResult {
        public Failed {
            Objects.requireNonNull(detail);
        }
    }
}
