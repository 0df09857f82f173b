package org.c4igateway.dds.api.discovery;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.dds.api.Guid;
import org.c4igateway.dds.api.qos.Qos;

/**
 * What a participant knows of its domain at one instant, from the built-in topics: itself, the others, and every writer
 * and reader. Built-in endpoints are left out.
 *
 * @param participants by GUID
 * @param endpoints by topic, kind and GUID
 */
public record DiscoveryView(List<Participant> participants, List<Endpoint> endpoints) {
    public DiscoveryView {
        participants = participants.stream()
                .sorted(Comparator.comparing(participant -> participant.guid().toString()))
                .toList();
        endpoints = endpoints.stream()
                .sorted(Comparator.comparing(Endpoint::topic)
                        .thenComparing(Endpoint::kind)
                        .thenComparing(endpoint -> endpoint.guid().toString()))
                .toList();
    }

    /** @return the participant of that GUID, if known */
    public Optional<Participant> participant(Guid guid) {
        return participants.stream()
                .filter(participant -> participant.guid().equals(guid))
                .findFirst();
    }

    /**
     * A participant of the domain.
     *
     * @param guid identity on the network; its vendor is the implementation
     * @param name its own name, or that of its process; may be empty
     * @param qos policies that it announces
     * @param own whether it is the one that was asked
     */
    public record Participant(Guid guid, String name, Qos qos, boolean own) {
        public Participant {
            Objects.requireNonNull(guid);
            Objects.requireNonNull(name);
            Objects.requireNonNull(qos);
        }
    }

    /** Writer or reader. */
    public enum Kind {
        WRITER,
        READER
    }

    /**
     * A writer or reader of the domain.
     *
     * @param guid identity on the network
     * @param participant the participant that it belongs to
     * @param kind writer or reader
     * @param topic name of the topic
     * @param type name of the type as announced; vendors write the scope as {@code ::}
     * @param qos policies that are announced; what is left out has its default
     * @param matched for an own endpoint, its matches; empty for endpoints of other participants
     */
    public record Endpoint(
            Guid guid, Guid participant, Kind kind, String topic, String type, Qos qos, Optional<Set<Guid>> matched) {
        public Endpoint {
            Objects.requireNonNull(guid);
            Objects.requireNonNull(participant);
            Objects.requireNonNull(kind);
            Objects.requireNonNull(topic);
            Objects.requireNonNull(type);
            Objects.requireNonNull(qos);
            matched = matched.map(Set::copyOf);
        }

        /** @return whether the endpoint belongs to the participant that was asked */
        public boolean own() {
            return matched.isPresent();
        }
    }
}
