package org.c4igateway.dds.opendds.status;

import DDS.DataWriter;
import DDS.LivelinessLostStatus;
import DDS.OfferedDeadlineMissedStatus;
import DDS.OfferedIncompatibleQosStatus;
import DDS.PublicationMatchedStatus;
import DDS._DataWriterListenerLocalBase;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.api.event.DdsEventListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports that a writer did not show in time that it is alive: OpenDDS tells that to listeners only, on a thread of its
 * own. What is thrown there would end the process.
 */
public final class LivelinessLossListener extends _DataWriterListenerLocalBase {
    private static final Logger LOG = LoggerFactory.getLogger(LivelinessLossListener.class);

    private final String topic;
    private final DdsEventListener events;

    public LivelinessLossListener(String topic, DdsEventListener events) {
        this.topic = topic;
        this.events = events;
    }

    @Override
    public void on_liveliness_lost(DataWriter writer, LivelinessLostStatus status) {
        try {
            events.onEvent(new DdsEvent.LivelinessLost(topic, status.total_count_change, status.total_count));
        } catch (Throwable e) {
            LOG.error("a DDS event listener failed", e);
        }
    }

    @Override
    public void on_offered_deadline_missed(DataWriter writer, OfferedDeadlineMissedStatus status) {
        // Not asked for.
    }

    @Override
    public void on_offered_incompatible_qos(DataWriter writer, OfferedIncompatibleQosStatus status) {
        // Not asked for.
    }

    @Override
    public void on_publication_matched(DataWriter writer, PublicationMatchedStatus status) {
        // Not asked for.
    }
}
