package org.c4igateway.dds.api;

import java.util.Objects;

/** Result of a write. */
public sealed interface WriteResult {
    /** In the writer's history, or on the wire for best effort. It may not have arrived. */
    record Written() implements WriteResult {
        /** The one instance needed. */
        public static final Written INSTANCE = new Written();
    }

    /** No room within the max blocking time; nothing was written. */
    record TimedOut() implements WriteResult {
        /** The one instance needed. */
        public static final TimedOut INSTANCE = new TimedOut();
    }

    /** The writer or its participant is closed; nothing was written. */
    record Closed() implements WriteResult {
        /** The one instance needed. */
        public static final Closed INSTANCE = new Closed();
    }

    /**
     * The provider will never take this sample; nothing was written.
     *
     * @param detail for people
     */
    record Refused(String detail) implements WriteResult {
        public Refused {
            Objects.requireNonNull(detail);
        }
    }

    /**
     * The provider failed, as when it is short of memory; nothing was written. The same sample may be taken later.
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
