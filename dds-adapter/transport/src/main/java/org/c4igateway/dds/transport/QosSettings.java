package org.c4igateway.dds.transport;

import java.nio.file.Path;
import java.util.Map;
import org.c4igateway.topics.TrafficClass;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Quality of service in the configuration, below {@code c4i.transports.dds.qos}. On top of what the gateway sets for a
 * traffic class come, each over the one before: the class's profile, its {@code both}, its {@code writer} or
 * {@code reader}, then the same of the topic. Policies are written as
 * {@link org.c4igateway.dds.api.qos.PolicyText} says.
 *
 * @param profiles DDS-XML file with QoS profiles; null for none
 * @param participant policies of the participant
 * @param classes by traffic class
 * @param topics by topic id
 */
public record QosSettings(
        @Nullable Path profiles,
        @DefaultValue Map<String, String> participant,
        @DefaultValue Map<TrafficClass, Scope> classes,
        @DefaultValue Map<String, Scope> topics) {
    /** What the gateway sets, unchanged. */
    public static final QosSettings NONE = new QosSettings(null, Map.of(), Map.of(), Map.of());

    public QosSettings {
        participant = Map.copyOf(participant);
        classes = Map.copyOf(classes);
        topics = Map.copyOf(topics);
    }

    /** @return these settings with others for topics */
    public QosSettings withTopics(Map<String, Scope> others) {
        return new QosSettings(profiles, participant, classes, others);
    }

    /**
     * Policies for a class or a topic.
     *
     * @param profile {@code library::profile} of the DDS-XML file; null for none
     * @param both policies of writers and readers; each applies where DDS 1.4 knows it
     * @param writer policies of writers
     * @param reader policies of readers
     */
    public record Scope(
            @Nullable String profile,
            @DefaultValue Map<String, String> both,
            @DefaultValue Map<String, String> writer,
            @DefaultValue Map<String, String> reader) {
        public Scope {
            both = Map.copyOf(both);
            writer = Map.copyOf(writer);
            reader = Map.copyOf(reader);
        }
    }
}
