package org.c4igateway.dds.transport;

import java.util.LinkedHashMap;
import java.util.Map;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.NotPermittedException;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.topics.Topic;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the readers of messages: one for each topic that this node subscribes to and may read, none at a node that
 * only sends.
 */
final class TopicReaders {
    private static final Logger LOG = LoggerFactory.getLogger(TopicReaders.class);

    private final DdsParticipant participant;
    private final TransportContext context;
    private final TopicQos qos;

    TopicReaders(DdsParticipant participant, TransportContext context, TopicQos qos) {
        this.participant = participant;
        this.context = context;
        this.qos = qos;
    }

    /**
     * Reads the topics that this node subscribes to.
     *
     * @return digests of those that its permissions let it read; others are not announced
     */
    Map<String, Integer> open(SampleReceiver sampleReceiver) {
        if (!context.receives()) {
            return Map.of();
        }
        Map<String, Integer> readable = new LinkedHashMap<>(context.catalogue().digests());
        int unreadable = 0;
        for (Topic topic : context.catalogue().topics()) {
            if (!context.introduction().subscriptions().covers(topic)) {
                readable.remove(topic.id());
            } else if (!read(topic, sampleReceiver)) {
                readable.remove(topic.id());
                unreadable++;
            }
        }
        if (unreadable > 0) {
            LOG.warn("DDS Security does not permit this node to read {} topics", unreadable);
        }
        return readable;
    }

    private boolean read(Topic topic, SampleReceiver sampleReceiver) {
        String name = TopicNames.ofMessages(topic.id());
        try {
            participant.createReader(
                    name,
                    WireType.MESSAGE,
                    qos.reader(topic),
                    sampleReceiver.messages(new SampleReceiver.MessageTopic(topic.id(), qos.isGapless(topic))));
            return true;
        } catch (NotPermittedException e) {
            LOG.debug("not read", e);
            return false;
        }
    }
}
