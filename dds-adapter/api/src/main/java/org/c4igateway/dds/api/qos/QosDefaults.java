package org.c4igateway.dds.api.qos;

import java.time.Duration;
import org.c4igateway.dds.api.event.EntityKind;
import org.c4igateway.dds.api.qos.QosPolicy.Deadline;
import org.c4igateway.dds.api.qos.QosPolicy.DestinationOrder;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.Liveliness;
import org.c4igateway.dds.api.qos.QosPolicy.Ownership;
import org.c4igateway.dds.api.qos.QosPolicy.Presentation;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;

/**
 * Defaults of policies that are not set (DDS 1.4, 2.2.3), for those whose offered and requested values are compared.
 */
final class QosDefaults {
    private static final Duration MAX_BLOCKING_TIME = Duration.ofMillis(100);

    private QosDefaults() {}

    static Durability durability(Qos qos) {
        return qos.find(Durability.class).orElseGet(() -> new Durability(Durability.Kind.VOLATILE));
    }

    static Presentation presentation(Qos qos) {
        return qos.find(Presentation.class)
                .orElseGet(() -> new Presentation(Presentation.Scope.INSTANCE, false, false));
    }

    static Deadline deadline(Qos qos) {
        return qos.find(Deadline.class).orElseGet(() -> new Deadline(QosPolicy.INFINITE));
    }

    static Ownership ownership(Qos qos) {
        return qos.find(Ownership.class).orElseGet(() -> new Ownership(Ownership.Kind.SHARED));
    }

    static Liveliness liveliness(Qos qos) {
        return qos.find(Liveliness.class)
                .orElseGet(() -> new Liveliness(Liveliness.Kind.AUTOMATIC, QosPolicy.INFINITE));
    }

    /** Writers are reliable, readers best effort. */
    static Reliability reliability(Qos qos, EntityKind entity) {
        Reliability.Kind kind = entity == EntityKind.WRITER ? Reliability.Kind.RELIABLE : Reliability.Kind.BEST_EFFORT;
        return qos.find(Reliability.class).orElseGet(() -> new Reliability(kind, MAX_BLOCKING_TIME));
    }

    static DestinationOrder destinationOrder(Qos qos) {
        return qos.find(DestinationOrder.class)
                .orElseGet(() -> new DestinationOrder(DestinationOrder.Kind.BY_RECEPTION_TIMESTAMP));
    }
}
