package org.c4igateway.dds.api.contract;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.sample.SampleListener;
import org.c4igateway.dds.api.type.WireRecord;

/** Keeps everything that a reader delivers. */
public final class CollectedSamples<T extends WireRecord> implements SampleListener<T> {
    private final List<Sample<T>> samples = new CopyOnWriteArrayList<>();

    @Override
    public void onSamples(List<Sample<T>> batch) {
        samples.addAll(batch);
    }

    public List<Sample<T>> samples() {
        return samples;
    }

    public List<T> values() {
        return samples.stream()
                .filter(sample -> sample instanceof Sample.Data<T>)
                .map(sample -> ((Sample.Data<T>) sample).value())
                .toList();
    }
}
