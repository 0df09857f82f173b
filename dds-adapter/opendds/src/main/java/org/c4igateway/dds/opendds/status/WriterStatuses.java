package org.c4igateway.dds.opendds.status;

import DDS.DataWriter;
import DDS.OfferedDeadlineMissedStatus;
import DDS.OfferedDeadlineMissedStatusHolder;
import DDS.OfferedIncompatibleQosStatus;
import DDS.OfferedIncompatibleQosStatusHolder;
import DDS.PublicationMatchedStatus;
import DDS.PublicationMatchedStatusHolder;
import DDS.QosPolicyCount;
import java.util.function.Supplier;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.api.event.DdsEventListener;
import org.c4igateway.dds.api.provider.StatusNames;

/** Turns the statuses of a writer into events, but for {@link LivelinessLossListener}. Delivery thread only. */
public final class WriterStatuses {
    public static final int MASK =
            StatusBits.OFFERED_DEADLINE_MISSED | StatusBits.OFFERED_INCOMPATIBLE_QOS | StatusBits.PUBLICATION_MATCHED;

    private final String topic;
    private final DataWriter writer;
    private final DdsEventListener events;
    private final MatchCounts matchCounts = new MatchCounts();

    public WriterStatuses(String topic, DataWriter writer, DdsEventListener events) {
        this.topic = topic;
        this.writer = writer;
        this.events = events;
    }

    /**
     * Reports what has changed since the last call.
     *
     * @param matched gives the handles of the readers that count as matched now
     */
    public void report(Supplier<int[]> matched) {
        int changes = writer.get_status_changes();
        if ((changes & StatusBits.PUBLICATION_MATCHED) != 0) {
            writer.get_publication_matched_status(new PublicationMatchedStatusHolder(new PublicationMatchedStatus()));
            if (matchCounts.update(matched.get())) {
                events.onEvent(new DdsEvent.PublicationMatched(
                        topic, matchCounts.current(), matchCounts.change(), matchCounts.total()));
            }
        }
        if ((changes & StatusBits.OFFERED_INCOMPATIBLE_QOS) != 0) {
            var holder = new OfferedIncompatibleQosStatusHolder(
                    new OfferedIncompatibleQosStatus(0, 0, 0, new QosPolicyCount[0]));
            writer.get_offered_incompatible_qos_status(holder);
            OfferedIncompatibleQosStatus it = holder.value;
            events.onEvent(new DdsEvent.OfferedIncompatibleQos(
                    topic, StatusNames.policy(it.last_policy_id), it.total_count_change, it.total_count));
        }
        if ((changes & StatusBits.OFFERED_DEADLINE_MISSED) != 0) {
            var holder = new OfferedDeadlineMissedStatusHolder(new OfferedDeadlineMissedStatus());
            writer.get_offered_deadline_missed_status(holder);
            events.onEvent(new DdsEvent.OfferedDeadlineMissed(
                    topic, holder.value.total_count_change, holder.value.total_count));
        }
    }
}
