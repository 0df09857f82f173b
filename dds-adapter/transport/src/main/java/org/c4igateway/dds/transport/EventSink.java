package org.c4igateway.dds.transport;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.api.event.DdsEventListener;

/**
 * Takes the events of the participant: to meters and log, and counts the readers matched to each of this node's
 * writers.
 */
final class EventSink implements DdsEventListener {
    private final DdsMeters meters;
    private final Map<String, Integer> readersByTopic = new ConcurrentHashMap<>();
    private final ParticipantEnd end;
    private volatile Runnable onMatch = () -> {};
    private volatile Runnable onMismatch = () -> {};
    private volatile String refusal = "";

    /** @param end ends the process when the participant cannot go on */
    EventSink(DdsMeters meters, ParticipantEnd end) {
        this.meters = meters;
        this.end = end;
    }

    /** Sets the listener for changes in the number of matched readers. */
    void onMatch(Runnable listener) {
        onMatch = listener;
    }

    /** Sets the listener for endpoints that do not match. */
    void onMismatch(Runnable listener) {
        onMismatch = listener;
    }

    /** @return what DDS Security said when it last refused a participant; empty when it has not */
    String refusal() {
        return refusal;
    }

    /** @return what keeps this node from its domain */
    Optional<TransportAlarm> alarm() {
        return end.alarm();
    }

    int readersOf(String topicId) {
        return readersByTopic.getOrDefault(TopicNames.ofMessages(topicId), 0);
    }

    @Override
    public void onEvent(DdsEvent event) {
        meters.event(event);
        switch (event) {
            case DdsEvent.PublicationMatched matched -> {
                readersByTopic.put(matched.topic(), matched.current());
                onMatch.run();
            }
            case DdsEvent.DeliveryEnded _, DdsEvent.AddressGone _, DdsEvent.AddressChanged _, DdsEvent.PeerFound _ ->
                end.onEvent(event);
            case DdsEvent.OfferedIncompatibleQos _, DdsEvent.RequestedIncompatibleQos _, DdsEvent.InconsistentTopic _ ->
                onMismatch.run();
            case DdsEvent.SecurityRefused refused -> refusal = refused.reason();
            case DdsEvent.SubscriptionMatched _,
                    DdsEvent.LivelinessChanged _,
                    DdsEvent.LivelinessLost _,
                    DdsEvent.SampleLost _,
                    DdsEvent.SampleRejected _,
                    DdsEvent.OfferedDeadlineMissed _,
                    DdsEvent.RequestedDeadlineMissed _,
                    DdsEvent.BatchDropped _ -> {
                // Counted and logged.
            }
        }
    }
}
