package org.c4igateway.dds.api.sample;

import java.util.List;
import java.util.function.Consumer;
import org.c4igateway.dds.api.type.WireRecord;

/**
 * Takes the samples of a reader, in order for each writer. A participant has two delivery threads: one for listeners
 * that may block and one for those that never do, so that a full queue for data does not hold up control traffic and
 * events. Blocking fills the readers' resource limits; then reliable writers are held back, or samples are rejected and
 * reported where the provider cannot hold writers back.
 *
 * @param <T> type of the data
 */
@FunctionalInterface
public interface SampleListener<T extends WireRecord> {
    /** @param samples valid during the call only; the samples in it may be kept */
    void onSamples(List<Sample<T>> samples);

    /** @return whether {@link #onSamples} may block; asked once */
    default boolean mayBlock() {
        return true;
    }

    /** @return one that never blocks, as the given one does not */
    static <T extends WireRecord> SampleListener<T> prompt(Consumer<List<Sample<T>>> step) {
        return new SampleListener<>() {
            @Override
            public void onSamples(List<Sample<T>> samples) {
                step.accept(samples);
            }

            @Override
            public boolean mayBlock() {
                return false;
            }
        };
    }
}
