package org.c4igateway.wan.frame.record;

import java.util.Objects;
import org.c4igateway.wan.frame.wire.RefusalReason;

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
    record Refused(RefusalReason reason, String detail) implements RecordReading {
        public Refused {
            Objects.requireNonNull(reason);
            Objects.requireNonNull(detail);
        }
    }
}
