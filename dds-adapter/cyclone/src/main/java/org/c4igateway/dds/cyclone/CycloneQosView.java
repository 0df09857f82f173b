package org.c4igateway.dds.cyclone;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
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
import org.c4igateway.dds.api.qos.QosPolicy.TransportPriority;
import org.c4igateway.dds.api.qos.QosPolicy.UserData;
import org.c4igateway.dds.cyclone.library.Ddsc;

/**
 * Reads a {@code dds_qos_t} that discovery gives. It comes from the wire, so that a value outside its range leaves its
 * policy out instead of failing the rest. One thread at a time.
 */
final class CycloneQosView {
    private static final int MAX_PARTITIONS = 64;
    private static final int MAX_OCTETS = 65_000;

    private final Map<String, MethodHandle> getters = new HashMap<>();
    private final MethodHandle free = Ddsc.bindVoid("dds_free", JAVA_LONG);
    private final MemorySegment first;
    private final MemorySegment second;
    private final MemorySegment third;

    /** @param arena lives as long as this object */
    CycloneQosView(Arena arena) {
        this.first = arena.allocate(JAVA_LONG);
        this.second = arena.allocate(JAVA_LONG);
        this.third = arena.allocate(JAVA_LONG);
    }

    /** @return the policies that are present in the set at that address */
    Qos read(long qos, EntityKind entity) {
        List<QosPolicy> policies = new ArrayList<>();
        octets(policies, "dds_qget_userdata", qos, UserData::new);
        if (entity != EntityKind.PARTICIPANT) {
            endpoint(policies, qos, entity);
        }
        Qos result = Qos.DEFAULT;
        for (QosPolicy policy : policies) {
            try {
                result = policy.appliesTo().contains(entity) ? result.with(policy) : result;
            } catch (IllegalArgumentException e) {
                // It contradicts what was read before; a view shows what it can.
            }
        }
        return result;
    }

    private void endpoint(List<QosPolicy> policies, long qos, EntityKind entity) {
        octets(policies, "dds_qget_topicdata", qos, TopicData::new);
        octets(policies, "dds_qget_groupdata", qos, GroupData::new);
        kind(policies, "dds_qget_durability", qos, kind -> new Durability(constant(Durability.Kind.values(), kind)));
        kind(policies, "dds_qget_ownership", qos, kind -> new Ownership(constant(Ownership.Kind.values(), kind)));
        kind(
                policies,
                "dds_qget_destination_order",
                qos,
                kind -> new DestinationOrder(constant(DestinationOrder.Kind.values(), kind)));
        time(policies, "dds_qget_deadline", qos, Deadline::new);
        time(policies, "dds_qget_latency_budget", qos, LatencyBudget::new);
        kindAndTime(
                policies,
                "dds_qget_liveliness",
                qos,
                (kind, time) -> new Liveliness(constant(Liveliness.Kind.values(), kind), time));
        kindAndTime(
                policies,
                "dds_qget_reliability",
                qos,
                (kind, time) -> new Reliability(constant(Reliability.Kind.values(), kind), time));
        presentation(policies, qos);
        partition(policies, qos);
        if (entity == EntityKind.WRITER) {
            kind(policies, "dds_qget_ownership_strength", qos, OwnershipStrength::new);
            kind(policies, "dds_qget_transport_priority", qos, TransportPriority::new);
            time(policies, "dds_qget_lifespan", qos, Lifespan::new);
        } else {
            time(policies, "dds_qget_time_based_filter", qos, TimeBasedFilter::new);
        }
    }

    /** @return the name of the entity, else the name of its process, else nothing */
    String name(long qos) {
        if ((boolean) Ddsc.invoke(getter("dds_qget_entity_name", JAVA_LONG), qos, first.address())) {
            return takeText(first.get(JAVA_LONG, 0));
        }
        try (Arena arena = Arena.ofConfined()) {
            long key = arena.allocateFrom("__ProcessName").address();
            MethodHandle getter = getter("dds_qget_prop", JAVA_LONG, JAVA_LONG);
            return (boolean) Ddsc.invoke(getter, qos, key, first.address()) ? takeText(first.get(JAVA_LONG, 0)) : "";
        }
    }

    private String takeText(long address) {
        if (address == 0) {
            return "";
        }
        String text = Ddsc.MEMORY.getString(address);
        Ddsc.callVoid(free, address);
        return text;
    }

    private void octets(List<QosPolicy> out, String function, long qos, Function<List<Byte>, QosPolicy> policy) {
        if (!(boolean) Ddsc.invoke(getter(function, JAVA_LONG, JAVA_LONG), qos, first.address(), second.address())) {
            return;
        }
        long address = first.get(JAVA_LONG, 0);
        long size = Math.min(second.get(JAVA_LONG, 0), MAX_OCTETS);
        if (address == 0) {
            return;
        }
        List<Byte> value = new ArrayList<>();
        for (long i = 0; i < size; i++) {
            value.add(Ddsc.MEMORY.get(JAVA_BYTE, address + i));
        }
        Ddsc.callVoid(free, address);
        if (!value.isEmpty()) {
            add(out, policy, value);
        }
    }

    private void kind(List<QosPolicy> out, String function, long qos, Function<Integer, QosPolicy> policy) {
        if ((boolean) Ddsc.invoke(getter(function, JAVA_LONG), qos, first.address())) {
            add(out, policy, first.get(JAVA_INT, 0));
        }
    }

    private void time(List<QosPolicy> out, String function, long qos, Function<Duration, QosPolicy> policy) {
        if ((boolean) Ddsc.invoke(getter(function, JAVA_LONG), qos, first.address())) {
            add(out, policy, Duration.ofNanos(first.get(JAVA_LONG, 0)));
        }
    }

    private interface KindAndTime {
        QosPolicy of(int kind, Duration time);
    }

    private void kindAndTime(List<QosPolicy> out, String function, long qos, KindAndTime policy) {
        if ((boolean) Ddsc.invoke(getter(function, JAVA_LONG, JAVA_LONG), qos, first.address(), second.address())) {
            Duration time = Duration.ofNanos(second.get(JAVA_LONG, 0));
            add(out, kind -> policy.of(kind, time), first.get(JAVA_INT, 0));
        }
    }

    private void presentation(List<QosPolicy> out, long qos) {
        MethodHandle getter = getter("dds_qget_presentation", JAVA_LONG, JAVA_LONG, JAVA_LONG);
        if ((boolean) Ddsc.invoke(getter, qos, first.address(), second.address(), third.address())) {
            boolean coherent = second.get(JAVA_BYTE, 0) != 0;
            boolean ordered = third.get(JAVA_BYTE, 0) != 0;
            add(
                    out,
                    scope -> new Presentation(constant(Presentation.Scope.values(), scope), coherent, ordered),
                    first.get(JAVA_INT, 0));
        }
    }

    private void partition(List<QosPolicy> out, long qos) {
        MethodHandle getter = getter("dds_qget_partition", JAVA_LONG, JAVA_LONG);
        if (!(boolean) Ddsc.invoke(getter, qos, first.address(), second.address())) {
            return;
        }
        int count = first.get(JAVA_INT, 0);
        long names = second.get(JAVA_LONG, 0);
        List<String> partitions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = takeText(
                    Ddsc.MEMORY.get(ADDRESS, names + i * ADDRESS.byteSize()).address());
            if (i < MAX_PARTITIONS) {
                partitions.add(name);
            }
        }
        if (names != 0) {
            Ddsc.callVoid(free, names);
        }
        add(out, Partition::new, partitions);
    }

    private static <V> void add(List<QosPolicy> out, Function<V, QosPolicy> policy, V value) {
        try {
            out.add(policy.apply(value));
        } catch (IllegalArgumentException e) {
            // Out of range: left out of the view.
        }
    }

    private static <E> E constant(E[] constants, int index) {
        if (index < 0 || index >= constants.length) {
            throw new IllegalArgumentException("no constant " + index);
        }
        return constants[index];
    }

    private MethodHandle getter(String function, MemoryLayout... results) {
        return getters.computeIfAbsent(function, name -> {
            MemoryLayout[] arguments = new MemoryLayout[results.length + 1];
            arguments[0] = JAVA_LONG;
            System.arraycopy(results, 0, arguments, 1, results.length);
            return Ddsc.bind(name, JAVA_BOOLEAN, arguments);
        });
    }
}
