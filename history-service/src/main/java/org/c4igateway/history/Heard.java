package org.c4igateway.history;

import org.c4igateway.dds.api.sample.InstanceKey;
import org.c4igateway.dds.api.type.KmtfMessage;

/** What a reader of the service has heard. */
sealed interface Heard {
    /** @return id of the topic */
    String topic();

    /** @return memory that it takes while it waits, about */
    long bytes();

    /**
     * A sample.
     *
     * @param sourceNanos when it was written, by its writer's clock
     */
    record Written(String topic, KmtfMessage message, long sourceNanos) implements Heard {
        private static final long OVERHEAD_BYTES = 200;

        @Override
        public long bytes() {
            return OVERHEAD_BYTES + message.payload().length;
        }
    }

    /**
     * An instance was disposed.
     *
     * @param writer handle of who did it, as the reader of the topic knows it
     */
    record Disposed(String topic, InstanceKey key, long writer) implements Heard {
        private static final long BYTES = 100;

        @Override
        public long bytes() {
            return BYTES;
        }
    }
}
