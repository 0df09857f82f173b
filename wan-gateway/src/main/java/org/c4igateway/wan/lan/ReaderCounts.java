package org.c4igateway.wan.lan;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.api.event.DdsEventListener;
import org.c4igateway.dds.transport.ParticipantEnd;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How many readers others have of each topic. */
final class ReaderCounts implements DdsEventListener {
    private static final Logger LOG = LoggerFactory.getLogger(ReaderCounts.class);

    private final Map<String, Integer> byTopic = new ConcurrentHashMap<>();
    private final LanMeters meters;
    private final Runnable onChange;
    private final ParticipantEnd end;

    ReaderCounts(LanMeters meters, Runnable onChange, ParticipantEnd end) {
        this.meters = meters;
        this.onChange = onChange;
        this.end = end;
    }

    int of(String topic) {
        return byTopic.getOrDefault(topic, 0);
    }

    @Override
    public void onEvent(DdsEvent event) {
        switch (event) {
            case DdsEvent.PublicationMatched matched -> {
                byTopic.put(matched.topic(), matched.current());
                onChange.run();
            }
            case DdsEvent.OfferedIncompatibleQos _,
                    DdsEvent.RequestedIncompatibleQos _,
                    DdsEvent.InconsistentTopic _,
                    DdsEvent.SampleLost _,
                    DdsEvent.BatchDropped _,
                    DdsEvent.SecurityRefused _,
                    DdsEvent.SampleRejected _ -> warn(event);
            case DdsEvent.DeliveryEnded _, DdsEvent.AddressGone _, DdsEvent.AddressChanged _, DdsEvent.PeerFound _ -> {
                warn(event);
                end.onEvent(event);
            }
            case DdsEvent.SubscriptionMatched _,
                    DdsEvent.LivelinessChanged _,
                    DdsEvent.LivelinessLost _,
                    DdsEvent.OfferedDeadlineMissed _,
                    DdsEvent.RequestedDeadlineMissed _ -> LOG.debug("{}", event);
        }
    }

    private void warn(DdsEvent event) {
        LOG.warn("{}", event);
        meters.event(event);
    }
}
