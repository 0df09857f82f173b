package org.c4igateway.dds.transport;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.api.event.DdsEventListener;

/**
 * Takes the events of the participant: to meters and log, and counts the readers matched to each of this node's
 * writers.
 */
final class EventSink implements DdsEventListener {
    private final DdsMeters meters;
    private final Map<String, Integer> readersByTopic = new ConcurrentHashMap<>();
    private final Consumer<DdsEvent.DeliveryEnded> onEnd;
    private volatile Runnable onMatch = () -> {};
    private volatile Runnable onMismatch = () -> {};
    private volatile String refusal = "";

    /** @param onEnd called when a delivery thread has ended by itself */
    EventSink(DdsMeters meters, Consumer<DdsEvent.DeliveryEnded> onEnd) {
        this.meters = meters;
        this.onEnd = onEnd;
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
            case DdsEvent.DeliveryEnded ended -> onEnd.accept(ended);
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
