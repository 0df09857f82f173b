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
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.c4igateway.dds.api.UnsupportedQosException;
import org.c4igateway.dds.api.event.EntityKind;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy;
import org.c4igateway.dds.api.qos.QosPolicy.Deadline;
import org.c4igateway.dds.api.qos.QosPolicy.DestinationOrder;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.DurabilityService;
import org.c4igateway.dds.api.qos.QosPolicy.EntityFactory;
import org.c4igateway.dds.api.qos.QosPolicy.GroupData;
import org.c4igateway.dds.api.qos.QosPolicy.History;
import org.c4igateway.dds.api.qos.QosPolicy.IgnoreLocal;
import org.c4igateway.dds.api.qos.QosPolicy.LatencyBudget;
import org.c4igateway.dds.api.qos.QosPolicy.Lifespan;
import org.c4igateway.dds.api.qos.QosPolicy.Liveliness;
import org.c4igateway.dds.api.qos.QosPolicy.Ownership;
import org.c4igateway.dds.api.qos.QosPolicy.OwnershipStrength;
import org.c4igateway.dds.api.qos.QosPolicy.Partition;
import org.c4igateway.dds.api.qos.QosPolicy.Presentation;
import org.c4igateway.dds.api.qos.QosPolicy.ReaderDataLifecycle;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.dds.api.qos.QosPolicy.ResourceLimits;
import org.c4igateway.dds.api.qos.QosPolicy.TimeBasedFilter;
import org.c4igateway.dds.api.qos.QosPolicy.TopicData;
import org.c4igateway.dds.api.qos.QosPolicy.TransportPriority;
import org.c4igateway.dds.api.qos.QosPolicy.UserData;
import org.c4igateway.dds.api.qos.QosPolicy.WriterBatching;
import org.c4igateway.dds.api.qos.QosPolicy.WriterDataLifecycle;
import org.c4igateway.dds.cyclone.library.Ddsc;

/**
 * Turns policies into {@code dds_qos_t}. Policies that Cyclone lacks, or accepts without effect, are refused; what it
 * lacks of TRANSIENT and PERSISTENT durability, {@link org.c4igateway.dds.cyclone.library.RetainingWriter} adds.
 */
final class CycloneQos {
    private static final int IGNORE_PARTICIPANT = 1;
    private static final int KEEP_LAST = 0;
    private static final int KEEP_ALL = 1;
    private static final List<String> OF_PROCESS = List.of("__ProcessName", "__Pid", "__Hostname");

    private final Map<String, MethodHandle> setters = new ConcurrentHashMap<>();
    private final MethodHandle create = Ddsc.bind("dds_create_qos", JAVA_LONG);
    private final MethodHandle delete = Ddsc.bindVoid("dds_delete_qos", JAVA_LONG);

    /** Needs no library. */
    static void check(Qos qos, EntityKind entity) {
        qos.checkFor(entity);
        qos.policies().forEach(CycloneQos::refuseUnsupported);
    }

    /** @return a new {@code dds_qos_t} for {@link #delete} */
    MemorySegment create(Qos qos, EntityKind entity) {
        check(qos, entity);
        MemorySegment target = MemorySegment.ofAddress((long) Ddsc.invoke(create));
        for (QosPolicy policy : qos.policies()) {
            apply(target.address(), policy);
        }
        return target;
    }

    /** Keeps what the library adds about its process out of the announcements of a participant. */
    void hideProcess(MemorySegment qos) {
        try (Arena arena = Arena.ofConfined()) {
            long nothing = arena.allocateFrom("").address();
            for (String property : OF_PROCESS) {
                long name = arena.allocateFrom(property).address();
                Ddsc.callVoid(setter("dds_qset_prop", JAVA_LONG, JAVA_LONG), qos.address(), name, nothing);
            }
        }
    }

    void delete(MemorySegment qos) {
        Ddsc.callVoid(delete, qos.address());
    }

    private static void refuseUnsupported(QosPolicy policy) {
        String reason = switch (policy) {
            case Presentation presentation
            when presentation.coherent() || presentation.scope() == Presentation.Scope.GROUP ->
                "coherent sets and group scope are not implemented; use INSTANCE or TOPIC scope";
            case EntityFactory factory
            when !factory.autoEnableCreatedEntities() -> "entities are always enabled when created";
            default -> "";
        };
        if (!reason.isEmpty()) {
            throw new UnsupportedQosException(CycloneProvider.NAME, policy, reason);
        }
    }

    private void apply(long qos, QosPolicy policy) {
        switch (policy) {
            case UserData data -> bytes("dds_qset_userdata", qos, data.value());
            case TopicData data -> bytes("dds_qset_topicdata", qos, data.value());
            case GroupData data -> bytes("dds_qset_groupdata", qos, data.value());
            case Durability durability -> ints("dds_qset_durability", qos, code(durability.kind()));
            case DurabilityService service -> durabilityService(qos, service);
            case Presentation presentation -> presentation(qos, presentation);
            case Deadline deadline -> time("dds_qset_deadline", qos, deadline.period());
            case LatencyBudget budget -> time("dds_qset_latency_budget", qos, budget.duration());
            case Ownership ownership -> ints("dds_qset_ownership", qos, code(ownership.kind()));
            case OwnershipStrength strength -> ints("dds_qset_ownership_strength", qos, strength.value());
            case Liveliness liveliness ->
                kindAndTime("dds_qset_liveliness", qos, code(liveliness.kind()), liveliness.lease());
            case TimeBasedFilter filter -> time("dds_qset_time_based_filter", qos, filter.minimumSeparation());
            case Partition partition -> partition(qos, partition.names());
            case Reliability reliability ->
                kindAndTime("dds_qset_reliability", qos, code(reliability.kind()), reliability.maxBlockingTime());
            case TransportPriority priority -> ints("dds_qset_transport_priority", qos, priority.value());
            case Lifespan lifespan -> time("dds_qset_lifespan", qos, lifespan.duration());
            case DestinationOrder order -> ints("dds_qset_destination_order", qos, code(order.kind()));
            case History history ->
                ints("dds_qset_history", qos, kind(history), history.depth().orElse(0));
            case ResourceLimits limits ->
                ints(
                        "dds_qset_resource_limits",
                        qos,
                        limits.maxSamples(),
                        limits.maxInstances(),
                        limits.maxSamplesPerInstance());
            case WriterDataLifecycle lifecycle -> flag("dds_qset_writer_data_lifecycle", qos, lifecycle.autodispose());
            case ReaderDataLifecycle lifecycle -> readerDataLifecycle(qos, lifecycle);
            case WriterBatching batching -> flag("dds_qset_writer_batching", qos, batching.enabled());
            case IgnoreLocal ignore -> ints("dds_qset_ignorelocal", qos, ignore.enabled() ? IGNORE_PARTICIPANT : 0);
            case EntityFactory _ -> {
                // Entities are enabled when created; anything else was refused.
            }
        }
    }

    private void durabilityService(long qos, DurabilityService service) {
        MethodHandle setter =
                setter("dds_qset_durability_service", JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
        Ddsc.callVoid(
                setter,
                qos,
                service.cleanupDelay().toNanos(),
                kind(service.history()),
                service.history().depth().orElse(0),
                service.limits().maxSamples(),
                service.limits().maxInstances(),
                service.limits().maxSamplesPerInstance());
    }

    private void presentation(long qos, Presentation presentation) {
        MethodHandle setter = setter("dds_qset_presentation", JAVA_INT, JAVA_BOOLEAN, JAVA_BOOLEAN);
        Ddsc.callVoid(setter, qos, code(presentation.scope()), presentation.coherent(), presentation.ordered());
    }

    private void readerDataLifecycle(long qos, ReaderDataLifecycle lifecycle) {
        MethodHandle setter = setter("dds_qset_reader_data_lifecycle", JAVA_LONG, JAVA_LONG);
        Ddsc.callVoid(
                setter,
                qos,
                lifecycle.purgeNoWritersDelay().toNanos(),
                lifecycle.purgeDisposedDelay().toNanos());
    }

    private void partition(long qos, List<String> names) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment array = arena.allocate(ADDRESS, Math.max(1, names.size()));
            for (int i = 0; i < names.size(); i++) {
                array.setAtIndex(ADDRESS, i, arena.allocateFrom(names.get(i)));
            }
            Ddsc.callVoid(setter("dds_qset_partition", JAVA_INT, JAVA_LONG), qos, names.size(), array.address());
        }
    }

    private void bytes(String function, long qos, List<Byte> value) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment data = arena.allocate(Math.max(1, value.size()));
            for (int i = 0; i < value.size(); i++) {
                data.set(JAVA_BYTE, i, value.get(i));
            }
            Ddsc.callVoid(setter(function, JAVA_LONG, JAVA_LONG), qos, data.address(), (long) value.size());
        }
    }

    private void time(String function, long qos, Duration duration) {
        Ddsc.callVoid(setter(function, JAVA_LONG), qos, duration.toNanos());
    }

    private void kindAndTime(String function, long qos, int kind, Duration duration) {
        Ddsc.callVoid(setter(function, JAVA_INT, JAVA_LONG), qos, kind, duration.toNanos());
    }

    private void flag(String function, long qos, boolean value) {
        Ddsc.callVoid(setter(function, JAVA_BOOLEAN), qos, value);
    }

    private void ints(String function, long qos, Integer... values) {
        MemoryLayout[] layouts = new MemoryLayout[values.length];
        Object[] arguments = new Object[values.length + 1];
        arguments[0] = qos;
        for (int i = 0; i < values.length; i++) {
            layouts[i] = JAVA_INT;
            arguments[i + 1] = values[i];
        }
        Ddsc.callVoid(setter(function, layouts), arguments);
    }

    private MethodHandle setter(String function, MemoryLayout... layouts) {
        return setters.computeIfAbsent(function, name -> {
            MemoryLayout[] arguments = new MemoryLayout[layouts.length + 1];
            arguments[0] = JAVA_LONG;
            System.arraycopy(layouts, 0, arguments, 1, layouts.length);
            return Ddsc.bindVoid(name, arguments);
        });
    }

    private static int kind(History history) {
        return history.depth().isPresent() ? KEEP_LAST : KEEP_ALL;
    }

    /** The kinds of the API are declared in the order of Cyclone's constants, which is that of DDS 1.4. */
    @SuppressWarnings("EnumOrdinal")
    private static int code(Enum<?> kind) {
        return kind.ordinal();
    }
}
