package org.c4igateway.dds.opendds;

import DDS.PublicationBuiltinTopicData;
import DDS.SubscriptionBuiltinTopicData;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.c4igateway.dds.api.event.EntityKind;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy;
import org.c4igateway.dds.api.qos.QosPolicy.Deadline;
import org.c4igateway.dds.api.qos.QosPolicy.DestinationOrder;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.GroupData;
import org.c4igateway.dds.api.qos.QosPolicy.LatencyBudget;
import org.c4igateway.dds.api.qos.QosPolicy.Lifespan;
import org.c4igateway.dds.api.qos.QosPolicy.Liveliness;
import org.c4igateway.dds.api.qos.QosPolicy.Ownership;
import org.c4igateway.dds.api.qos.QosPolicy.OwnershipStrength;
import org.c4igateway.dds.api.qos.QosPolicy.Partition;
import org.c4igateway.dds.api.qos.QosPolicy.Presentation;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.dds.api.qos.QosPolicy.TimeBasedFilter;
import org.c4igateway.dds.api.qos.QosPolicy.TopicData;
import org.c4igateway.dds.api.qos.QosPolicy.UserData;

/**
 * Policies as the built-in topics show them. A value out of range, which comes from the wire, leaves its policy out.
 */
final class QosView {
    private final EntityKind entity;
    private Qos qos = Qos.DEFAULT;

    private QosView(EntityKind entity) {
        this.entity = entity;
    }

    static Qos participant(byte[] userData) {
        return new QosView(EntityKind.PARTICIPANT).octets(userData, UserData::new).qos;
    }

    static Qos writer(PublicationBuiltinTopicData it) {
        QosView view = new QosView(EntityKind.WRITER);
        view.octets(it.user_data.value, UserData::new)
                .octets(it.topic_data.value, TopicData::new)
                .octets(it.group_data.value, GroupData::new);
        view.add(() -> new Durability(constant(Durability.Kind.values(), it.durability.kind.value())))
                .add(() -> presentation(it.presentation))
                .add(() -> new Deadline(DdsTimeConversion.duration(it.deadline.period)))
                .add(() -> new LatencyBudget(DdsTimeConversion.duration(it.latency_budget.duration)))
                .add(() -> new Ownership(constant(Ownership.Kind.values(), it.ownership.kind.value())))
                .add(() -> new OwnershipStrength(it.ownership_strength.value))
                .add(() -> liveliness(it.liveliness))
                .add(() -> reliability(it.reliability))
                .add(() -> new Lifespan(DdsTimeConversion.duration(it.lifespan.duration)))
                .add(() -> new DestinationOrder(
                        constant(DestinationOrder.Kind.values(), it.destination_order.kind.value())))
                .add(() -> new Partition(List.of(it.partition.name)));
        return view.qos;
    }

    static Qos reader(SubscriptionBuiltinTopicData it) {
        QosView view = new QosView(EntityKind.READER);
        view.octets(it.user_data.value, UserData::new)
                .octets(it.topic_data.value, TopicData::new)
                .octets(it.group_data.value, GroupData::new);
        view.add(() -> new Durability(constant(Durability.Kind.values(), it.durability.kind.value())))
                .add(() -> presentation(it.presentation))
                .add(() -> new Deadline(DdsTimeConversion.duration(it.deadline.period)))
                .add(() -> new LatencyBudget(DdsTimeConversion.duration(it.latency_budget.duration)))
                .add(() -> new Ownership(constant(Ownership.Kind.values(), it.ownership.kind.value())))
                .add(() -> liveliness(it.liveliness))
                .add(() -> reliability(it.reliability))
                .add(() -> new TimeBasedFilter(DdsTimeConversion.duration(it.time_based_filter.minimum_separation)))
                .add(() -> new DestinationOrder(
                        constant(DestinationOrder.Kind.values(), it.destination_order.kind.value())))
                .add(() -> new Partition(List.of(it.partition.name)));
        return view.qos;
    }

    private static Presentation presentation(DDS.PresentationQosPolicy it) {
        return new Presentation(
                constant(Presentation.Scope.values(), it.access_scope.value()), it.coherent_access, it.ordered_access);
    }

    private static Liveliness liveliness(DDS.LivelinessQosPolicy it) {
        return new Liveliness(
                constant(Liveliness.Kind.values(), it.kind.value()), DdsTimeConversion.duration(it.lease_duration));
    }

    private static Reliability reliability(DDS.ReliabilityQosPolicy it) {
        return new Reliability(
                constant(Reliability.Kind.values(), it.kind.value()), DdsTimeConversion.duration(it.max_blocking_time));
    }

    private QosView add(Supplier<QosPolicy> policy) {
        try {
            QosPolicy made = policy.get();
            if (made.appliesTo().contains(entity)) {
                qos = qos.with(made);
            }
        } catch (IllegalArgumentException e) {
            // Out of range, or it contradicts what was read before: left out of the view.
        }
        return this;
    }

    private static <E> E constant(E[] constants, int index) {
        if (index < 0 || index >= constants.length) {
            throw new IllegalArgumentException("no constant " + index);
        }
        return constants[index];
    }

    private interface OfOctets {
        QosPolicy of(List<Byte> value);
    }

    private QosView octets(byte[] value, OfOctets policy) {
        if (value.length == 0) {
            return this;
        }
        List<Byte> octets = new ArrayList<>(value.length);
        for (byte octet : value) {
            octets.add(octet);
        }
        return add(() -> policy.of(octets));
    }
}
