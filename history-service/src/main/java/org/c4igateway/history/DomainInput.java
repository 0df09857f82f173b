package org.c4igateway.history;

import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.sample.InstanceState;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.type.KmtfMessage;

/** Takes samples of the domain to the arrivals. Safe for any thread; never waits. */
final class DomainInput {
    private final Arrivals arrivals;
    private final DomainWarnings warnings;

    DomainInput(Arrivals arrivals, DomainWarnings warnings) {
        this.arrivals = arrivals;
        this.warnings = warnings;
    }

    /** A sample of a topic came. */
    void heard(String topic, Sample<KmtfMessage> sample) {
        switch (sample) {
            case Sample.Data<KmtfMessage> data -> {
                offer(new Heard.Written(topic, data.value(), data.sourceNanos()));
                if (data.state() == InstanceState.DISPOSED) {
                    offer(new Heard.Disposed(topic, WireType.MESSAGE.keyOf(data.value()), data.writer()));
                }
            }
            case Sample.StateChange<KmtfMessage> change -> {
                // That a writer has gone is what a history is for.
                if (change.state() == InstanceState.DISPOSED) {
                    offer(new Heard.Disposed(topic, change.key(), change.writer()));
                }
            }
            case Sample.Malformed<KmtfMessage> malformed -> {
                arrivals.lost(HistoryMeters.MALFORMED, 1);
                warnings.paced(topic, malformed.toString());
            }
        }
    }

    private void offer(Heard heard) {
        if (!arrivals.offer(heard)) {
            warnings.once(heard.topic(), "more arrives than the database takes; what finds no room is not kept");
        }
    }
}
