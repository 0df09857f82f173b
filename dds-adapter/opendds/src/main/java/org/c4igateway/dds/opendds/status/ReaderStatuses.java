package org.c4igateway.dds.opendds.status;

import DDS.DataReader;
import DDS.LivelinessChangedStatus;
import DDS.LivelinessChangedStatusHolder;
import DDS.QosPolicyCount;
import DDS.RequestedDeadlineMissedStatus;
import DDS.RequestedDeadlineMissedStatusHolder;
import DDS.RequestedIncompatibleQosStatus;
import DDS.RequestedIncompatibleQosStatusHolder;
import DDS.SampleLostStatus;
import DDS.SampleLostStatusHolder;
import DDS.SampleRejectedStatus;
import DDS.SampleRejectedStatusHolder;
import DDS.SampleRejectedStatusKind;
import DDS.SubscriptionMatchedStatus;
import DDS.SubscriptionMatchedStatusHolder;
import java.util.function.Supplier;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.api.event.DdsEventListener;
import org.c4igateway.dds.api.provider.StatusNames;

/** Turns the statuses of a reader into events. Delivery thread only. */
public final class ReaderStatuses {
    public static final int MASK = StatusBits.REQUESTED_DEADLINE_MISSED
            | StatusBits.REQUESTED_INCOMPATIBLE_QOS
            | StatusBits.SAMPLE_LOST
            | StatusBits.SAMPLE_REJECTED
            | StatusBits.LIVELINESS_CHANGED
            | StatusBits.SUBSCRIPTION_MATCHED
            | StatusBits.DATA_AVAILABLE;

    private final String topic;
    private final DataReader reader;
    private final DdsEventListener events;
    private final MatchCounts matchCounts = new MatchCounts();

    public ReaderStatuses(String topic, DataReader reader, DdsEventListener events) {
        this.topic = topic;
        this.reader = reader;
        this.events = events;
    }

    /**
     * Reports what has changed since the last call.
     *
     * @param matched gives the handles of the writers that count as matched now
     * @return whether there may be data
     */
    public boolean report(Supplier<int[]> matched) {
        int changes = reader.get_status_changes();
        if ((changes & StatusBits.SUBSCRIPTION_MATCHED) != 0) {
            reader.get_subscription_matched_status(
                    new SubscriptionMatchedStatusHolder(new SubscriptionMatchedStatus()));
            if (matchCounts.update(matched.get())) {
                events.onEvent(new DdsEvent.SubscriptionMatched(
                        topic, matchCounts.current(), matchCounts.change(), matchCounts.total()));
            }
        }
        if ((changes & StatusBits.REQUESTED_INCOMPATIBLE_QOS) != 0) {
            var holder = new RequestedIncompatibleQosStatusHolder(
                    new RequestedIncompatibleQosStatus(0, 0, 0, new QosPolicyCount[0]));
            reader.get_requested_incompatible_qos_status(holder);
            RequestedIncompatibleQosStatus it = holder.value;
            events.onEvent(new DdsEvent.RequestedIncompatibleQos(
                    topic, StatusNames.policy(it.last_policy_id), it.total_count_change, it.total_count));
        }
        times(changes);
        losses(changes);
        return (changes & StatusBits.DATA_AVAILABLE) != 0;
    }

    private void times(int changes) {
        if ((changes & StatusBits.LIVELINESS_CHANGED) != 0) {
            var holder = new LivelinessChangedStatusHolder(new LivelinessChangedStatus());
            reader.get_liveliness_changed_status(holder);
            LivelinessChangedStatus it = holder.value;
            events.onEvent(new DdsEvent.LivelinessChanged(
                    topic, it.alive_count, it.not_alive_count, it.alive_count_change, it.not_alive_count_change));
        }
        if ((changes & StatusBits.REQUESTED_DEADLINE_MISSED) != 0) {
            var holder = new RequestedDeadlineMissedStatusHolder(new RequestedDeadlineMissedStatus());
            reader.get_requested_deadline_missed_status(holder);
            events.onEvent(new DdsEvent.RequestedDeadlineMissed(
                    topic, holder.value.total_count_change, holder.value.total_count));
        }
    }

    private void losses(int changes) {
        if ((changes & StatusBits.SAMPLE_LOST) != 0) {
            var holder = new SampleLostStatusHolder(new SampleLostStatus());
            reader.get_sample_lost_status(holder);
            events.onEvent(new DdsEvent.SampleLost(topic, holder.value.total_count_change, holder.value.total_count));
        }
        if ((changes & StatusBits.SAMPLE_REJECTED) != 0) {
            var holder = new SampleRejectedStatusHolder(
                    new SampleRejectedStatus(0, 0, SampleRejectedStatusKind.NOT_REJECTED, 0));
            reader.get_sample_rejected_status(holder);
            SampleRejectedStatus it = holder.value;
            events.onEvent(new DdsEvent.SampleRejected(
                    topic, StatusNames.rejection(it.last_reason.value()), it.total_count_change, it.total_count));
        }
    }
}
