package org.c4igateway.dds.transport.presence;

import org.c4igateway.dds.api.type.KmtfMessage;

/**
 * What tells where a sample stands among those of its writer.
 *
 * @param writer who wrote it, as DDS knows it
 * @param sourceNanos when it was written, by the {@link SourceClock} of its origin
 * @param previousNanos when the one before was written, see {@link KmtfMessage#previousNanos}
 */
public record WrittenSample(long writer, long sourceNanos, long previousNanos) {
    /** @return whether its writer names the one before it */
    boolean tellsPrevious() {
        return previousNanos != 0 && previousNanos != KmtfMessage.NONE_BEFORE;
    }

    /** @return whether it was written for a gateway node */
    boolean isOfNode() {
        return previousNanos != 0;
    }
}
