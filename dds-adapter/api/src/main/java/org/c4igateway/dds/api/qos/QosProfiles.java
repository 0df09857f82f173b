package org.c4igateway.dds.api.qos;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.c4igateway.dds.api.xml.XmlTree;

/**
 * Profiles of a DDS-XML document (OMG DDS-XML 1.0, building block QoS), by {@code library::profile}.
 *
 * <p>Read are {@code qos_library}, {@code qos_profile} with {@code base_name}, and in a profile
 * {@code domain_participant_qos}, {@code publisher_qos}, {@code subscriber_qos}, {@code topic_qos},
 * {@code datawriter_qos} and {@code datareader_qos} without {@code topic_filter}. What is in no such place is refused,
 * so that no setting is lost unseen.
 */
public final class QosProfiles {
    /** No profiles. */
    public static final QosProfiles NONE = new QosProfiles(Map.of());

    private final Map<String, Profile> byName;

    QosProfiles(Map<String, Profile> byName) {
        this.byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
    }

    /**
     * Reads a document. Document types, external entities and inclusions are refused; so are documents above 1 MiB.
     *
     * @throws IllegalArgumentException that says where the document is wrong
     */
    public static QosProfiles parse(byte[] document) {
        return new QosProfiles(new ProfileDocument(XmlTree.parse(document)).profiles());
    }

    /** @return profile by {@code library::profile} */
    public Optional<Profile> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** @return names in the order of the document */
    public List<String> names() {
        return List.copyOf(byName.keySet());
    }

    /**
     * Policies of one profile.
     *
     * @param participant for participants
     * @param writer for writers: of topic, publisher and writer
     * @param reader for readers: of topic, subscriber and reader
     */
    public record Profile(Qos participant, Qos writer, Qos reader) {
        /** Sets nothing. */
        public static final Profile EMPTY = new Profile(Qos.DEFAULT, Qos.DEFAULT, Qos.DEFAULT);

        public Profile {
            Objects.requireNonNull(participant);
            Objects.requireNonNull(writer);
            Objects.requireNonNull(reader);
        }
    }
}
