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

    /** @param onEnd called when a delivery thread has ended by itself */
    EventSink(DdsMeters meters, Consumer<DdsEvent.DeliveryEnded> onEnd) {
        this.meters = meters;
        this.onEnd = onEnd;
    }

    /** Sets the listener for changes in the number of matched readers. */
    void onMatch(Runnable listener) {
        onMatch = listener;
    }

    int readersOf(String topicId) {
        return readersByTopic.getOrDefault(TopicNames.ofMessages(topicId), 0);
    }

    @Override
    public void onEvent(DdsEvent event) {
        meters.event(event);
        if (event instanceof DdsEvent.PublicationMatched matched) {
            readersByTopic.put(matched.topic(), matched.current());
            onMatch.run();
        } else if (event instanceof DdsEvent.DeliveryEnded ended) {
            onEnd.accept(ended);
        }
    }
}
