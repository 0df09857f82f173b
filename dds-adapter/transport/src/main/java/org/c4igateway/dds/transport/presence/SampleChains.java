package org.c4igateway.dds.transport.presence;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Detects missing samples. Each sample names the source time of the sample before it. If that is not the last one that
 * came, the samples in between are lost: a reliable reader waits for samples that can still come. This happens when a
 * writer considers a reader gone that still hears it: the writer drops the samples that the reader lacks, and DDS then
 * delivers the later ones that waited for them. Bounded; safe for any thread. Samples of one origin by one writer must
 * come in the order in which DDS delivers them.
 */
public final class SampleChains {
    /** OpenDDS rounds to microseconds. {@link SourceClock} gives times that are further apart. */
    private static final long TOLERANCE_NANOS = SourceClock.STEP_NANOS / 2;

    private static final int MAX_KNOWN = 65_536;

    private final Map<Chain, Long> lastNanos = new ConcurrentHashMap<>();

    private record Chain(long writer, String origin) {}

    /**
     * Takes a sample into account.
     *
     * @param origin whose message it is
     * @return whether it is the one after the last that came; also when its writer does not tell. The first one of a
     *     writer is not, unless the writer says so: whether one before it is missing depends on when the origin greeted
     */
    public boolean isNext(String origin, WrittenSample sample) {
        Chain chain = new Chain(sample.writer(), origin);
        Long last = lastNanos.put(chain, sample.sourceNanos());
        if (last == null && lastNanos.size() > MAX_KNOWN) {
            lastNanos.keySet().removeIf(other -> !other.equals(chain));
        }
        return !sample.tellsPrevious() || (last != null && Math.abs(last - sample.previousNanos()) < TOLERANCE_NANOS);
    }
}
