package org.c4igateway.wan.frame;

import java.util.Objects;

/** Result of opening the bytes of a datagram. */
public sealed interface Opening {
    /** Well-formed, authentic unless the link is not sealed, and seen for the first time. */
    record Opened(Datagram datagram) implements Opening {
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
    record Refused(Refusal reason, String detail) implements Opening {
        public Refused {
            Objects.requireNonNull(reason);
            Objects.requireNonNull(detail);
        }
    }
}
