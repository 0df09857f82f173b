package org.c4igateway.dds.transport;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.c4igateway.dds.api.DdsEvent;
import org.c4igateway.dds.api.DdsEventListener;

/** Takes the events of the participant: to meters and log, and counts the readers matched to each of this node's writers. */
final class EventSink implements DdsEventListener {
    private final DdsMeters meters;
    private final Map<String, Integer> readersByTopic = new ConcurrentHashMap<>();
    private volatile Runnable onMatch = () -> {};

    EventSink(DdsMeters meters) {
        this.meters = meters;
    }

    /** Sets who is told after each change of a number of readers. */
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
        }
    }
}
