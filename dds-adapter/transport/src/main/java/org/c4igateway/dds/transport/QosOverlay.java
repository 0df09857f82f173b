package org.c4igateway.dds.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dds.api.event.EntityKind;
import org.c4igateway.dds.api.qos.PolicyText;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy;
import org.c4igateway.dds.api.qos.QosProfiles;
import org.c4igateway.dds.transport.QosSettings.Scope;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TrafficClass;
import org.jspecify.annotations.Nullable;

/** Lays the configured quality of service over that of the gateway. Every fault names the key that is wrong. */
final class QosOverlay {
    private static final Scope NOTHING = new Scope(null, Map.of(), Map.of(), Map.of());

    private final QosSettings settings;
    private final QosProfiles profiles;

    QosOverlay(QosSettings settings) {
        this.settings = settings;
        this.profiles = profiles(settings.profiles());
    }

    private static QosProfiles profiles(@Nullable Path file) {
        if (file == null) {
            return QosProfiles.NONE;
        }
        try {
            return QosProfiles.parse(Files.readAllBytes(file));
        } catch (IOException e) {
            throw DdsSettings.fault("qos.profiles", "cannot be read: " + e, "Name a readable DDS-XML file.");
        } catch (IllegalArgumentException e) {
            throw DdsSettings.fault("qos.profiles", file + ": " + e.getMessage(), "Correct the DDS-XML file.");
        }
    }

    /** @return policies of the participant */
    Qos participant() {
        return lay(Qos.DEFAULT, settings.participant(), "participant", EntityKind.PARTICIPANT, false);
    }

    /** @return {@code base} with what is configured for the topic's class and for the topic */
    Qos apply(Qos base, Topic topic, EntityKind entity) {
        TrafficClass group = topic.trafficClass();
        Qos ofClass = apply(base, settings.classes().getOrDefault(group, NOTHING), "classes." + group, entity);
        return apply(ofClass, settings.topics().getOrDefault(topic.id(), NOTHING), "topics." + topic.id(), entity);
    }

    private Qos apply(Qos base, Scope scope, String key, EntityKind entity) {
        boolean writer = entity == EntityKind.WRITER;
        Qos qos = withProfile(base, scope, key, writer);
        qos = lay(qos, scope.both(), key + ".both", entity, true);
        return writer
                ? lay(qos, scope.writer(), key + ".writer", entity, false)
                : lay(qos, scope.reader(), key + ".reader", entity, false);
    }

    private Qos withProfile(Qos base, Scope scope, String key, boolean writer) {
        if (scope.profile() == null) {
            return base;
        }
        QosProfiles.Profile profile = profiles.find(scope.profile())
                .orElseThrow(() -> DdsSettings.fault(
                        "qos." + key + ".profile",
                        "no profile " + scope.profile() + " among " + profiles.names(),
                        "Name one of those, and the file in qos.profiles."));
        try {
            return base.with(
                    (writer ? profile.writer() : profile.reader()).policies().toArray(QosPolicy[]::new));
        } catch (IllegalArgumentException e) {
            throw fault(key + ".profile", String.valueOf(e.getMessage()));
        }
    }

    /** All policies of a map come at once, so that only what they are together has to make sense. */
    private static Qos lay(Qos base, Map<String, String> policies, String key, EntityKind entity, boolean whereItFits) {
        List<QosPolicy> parsed = new ArrayList<>();
        policies.forEach((name, value) -> {
            QosPolicy policy = parse(key, name, value);
            if (policy.appliesTo().contains(entity)) {
                parsed.add(policy);
            } else if (!whereItFits || policy.appliesTo().equals(Set.of(EntityKind.PARTICIPANT))) {
                throw fault(
                        key + "." + name, "does not apply to a " + entity.name().toLowerCase(Locale.ROOT));
            }
        });
        try {
            return base.with(parsed.toArray(QosPolicy[]::new));
        } catch (IllegalArgumentException e) {
            throw fault(key, String.valueOf(e.getMessage()));
        }
    }

    private static QosPolicy parse(String key, String name, String value) {
        try {
            return PolicyText.parse(name, value);
        } catch (IllegalArgumentException e) {
            throw fault(key + "." + name, String.valueOf(e.getMessage()));
        }
    }

    private static GatewayException.Fatal fault(String key, String problem) {
        return DdsSettings.fault("qos." + key, problem, "Correct the policy.");
    }
}
