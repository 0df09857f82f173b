package org.c4igateway.dds.api;

import java.util.List;

/**
 * Takes the samples of a reader. Called on the participant's one delivery thread, in order for each writer. Blocking here is
 * allowed: the readers' resource limits fill and reliable writers are held back.
 *
 * @param <T> type of the data
 */
@FunctionalInterface
public interface SampleListener<T extends WireRecord> {
    /** @param samples valid during the call only; the samples in it may be kept */
    void onSamples(List<Sample<T>> samples);
}
