package org.c4igateway.wan.frame;

import java.util.Objects;

/** Result of decoding a record. */
public sealed interface RecordReading {
    /** Well-formed. */
    record Read(LinkRecord value) implements RecordReading {
        public Read {
            Objects.requireNonNull(value);
        }
    }

    /**
     * Not taken.
     *
     * @param reason to be counted
     * @param detail for people, without any content
     */
    record Refused(Refusal reason, String detail) implements RecordReading {
        public Refused {
            Objects.requireNonNull(reason);
            Objects.requireNonNull(detail);
        }
    }
}
