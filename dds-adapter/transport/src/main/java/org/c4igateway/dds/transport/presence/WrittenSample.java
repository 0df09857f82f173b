package org.c4igateway.dds.transport.presence;

/**
 * What tells where a sample stands among those of its writer.
 *
 * @param writer who wrote it, as DDS knows it
 * @param sourceNanos when it was written, by the {@link SourceClock} of its origin
 * @param previousNanos when the one before was written; 0 when there is none or the writer does not tell
 */
public record WrittenSample(long writer, long sourceNanos, long previousNanos) {}
