package org.c4igateway.wan.frame;

import java.util.Objects;
import org.c4igateway.wan.frame.wire.RefusalReason;

/** Result of opening the bytes of a datagram. */
public sealed interface OpenResult {
    /** Well-formed, authentic unless the link is not sealed, and seen for the first time. */
    record Opened(Datagram datagram) implements OpenResult {
        public Opened {
            Objects.requireNonNull(datagram);
        }
    }

    /**
     * Not taken; changed nothing.
     *
     * @param reason to be counted
     * @param detail for people, without any content
     */
    record Refused(RefusalReason reason, String detail) implements OpenResult {
        public Refused {
            Objects.requireNonNull(reason);
            Objects.requireNonNull(detail);
        }
    }
}
