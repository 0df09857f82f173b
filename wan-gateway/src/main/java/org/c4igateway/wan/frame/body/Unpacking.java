package org.c4igateway.wan.frame.body;

import java.util.List;
import java.util.Objects;
import org.c4igateway.wan.frame.wire.RefusalReason;

/** Result of unpacking the body of a frame. */
public sealed interface Unpacking {
    /** The chunks in their order; may be none. */
    record Chunks(List<Chunk> chunks) implements Unpacking {
        public Chunks {
            chunks = List.copyOf(chunks);
        }
    }

    /**
     * Not taken.
     *
     * @param reason to be counted
     * @param detail for people, without any content
     */
    record Refused(RefusalReason reason, String detail) implements Unpacking {
        public Refused {
            Objects.requireNonNull(reason);
            Objects.requireNonNull(detail);
        }
    }
}
