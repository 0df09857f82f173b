package org.c4igateway.dds.api.qos;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.dds.api.event.EntityKind;
import org.c4igateway.dds.api.qos.QosProfiles.Profile;
import org.c4igateway.dds.api.xml.XmlTree;

/** Reads the profiles of a DDS-XML document; a profile builds on one that stands before it. */
final class ProfileDocument {
    private final XmlTree root;
    private final Map<String, Profile> profiles = new LinkedHashMap<>();

    ProfileDocument(XmlTree root) {
        this.root = root;
    }

    Map<String, Profile> profiles() {
        List<XmlTree> libraries = root.name().equals("qos_library")
                ? List.of(root)
                : root.children().stream()
                        .filter(child -> child.name().equals("qos_library"))
                        .toList();
        if (libraries.isEmpty()) {
            throw new IllegalArgumentException("<" + root.name() + "> holds no <qos_library>");
        }
        for (XmlTree library : libraries) {
            String name = required(library, "name");
            for (XmlTree child : library.children()) {
                if (!child.name().equals("qos_profile")) {
                    throw new IllegalArgumentException("library " + name + ": <" + child.name() + "> is not known");
                }
                add(name, child);
            }
        }
        return profiles;
    }

    private void add(String library, XmlTree element) {
        String name = library + "::" + required(element, "name");
        Profile base = element.attribute("base_name")
                .map(wanted -> base(library, name, wanted))
                .orElse(Profile.EMPTY);
        try {
            if (profiles.put(name, new Sections(element).on(base)) != null) {
                throw new IllegalArgumentException("occurs twice");
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("profile " + name + ": " + e.getMessage(), e);
        }
    }

    private Profile base(String library, String name, String wanted) {
        Profile found = profiles.get(wanted.contains("::") ? wanted : library + "::" + wanted);
        if (found == null) {
            throw new IllegalArgumentException("profile " + name + ": base " + wanted + " does not stand before it");
        }
        return found;
    }

    private static String required(XmlTree element, String attribute) {
        return element.attribute(attribute)
                .filter(value -> !value.isEmpty())
                .orElseThrow(() -> new IllegalArgumentException("<" + element.name() + "> has no " + attribute));
    }

    /**
     * The parts of a profile, of which the more specific ones win: topic, then publisher or subscriber, then endpoint.
     */
    private static final class Sections {
        private final List<QosPolicy> participant = new ArrayList<>();
        private final List<QosPolicy> topic = new ArrayList<>();
        private final List<QosPolicy> publisher = new ArrayList<>();
        private final List<QosPolicy> subscriber = new ArrayList<>();
        private final List<QosPolicy> writer = new ArrayList<>();
        private final List<QosPolicy> reader = new ArrayList<>();

        Sections(XmlTree profile) {
            for (XmlTree section : profile.children()) {
                Optional<String> filter = section.attribute("topic_filter");
                if (filter.isPresent() && !filter.get().equals("*")) {
                    throw new IllegalArgumentException("topic_filter is not supported; name topics in the"
                            + " configuration and give them a profile");
                }
                section(section.name()).addAll(PolicyElements.read(section, entity(section.name())));
            }
        }

        private List<QosPolicy> section(String name) {
            return switch (name) {
                case "domain_participant_qos", "domainparticipant_qos" -> participant;
                case "topic_qos" -> topic;
                case "publisher_qos" -> publisher;
                case "subscriber_qos" -> subscriber;
                case "datawriter_qos" -> writer;
                case "datareader_qos" -> reader;
                default -> throw new IllegalArgumentException("<" + name + "> is not known");
            };
        }

        private static EntityKind entity(String name) {
            return switch (name) {
                case "domain_participant_qos", "domainparticipant_qos" -> EntityKind.PARTICIPANT;
                case "datareader_qos", "subscriber_qos" -> EntityKind.READER;
                default -> EntityKind.WRITER;
            };
        }

        Profile on(Profile base) {
            return new Profile(
                    layer(base.participant(), EntityKind.PARTICIPANT, participant),
                    layer(base.writer(), EntityKind.WRITER, topic, publisher, writer),
                    layer(base.reader(), EntityKind.READER, topic, subscriber, reader));
        }

        @SafeVarargs
        private static Qos layer(Qos base, EntityKind entity, List<QosPolicy>... layers) {
            Qos result = base;
            for (List<QosPolicy> layer : layers) {
                result = result.with(layer.stream()
                        .filter(policy -> policy.appliesTo().contains(entity))
                        .toArray(QosPolicy[]::new));
            }
            return result;
        }
    }
}
