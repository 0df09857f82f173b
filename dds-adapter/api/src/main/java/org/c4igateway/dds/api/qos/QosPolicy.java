package org.c4igateway.dds.api.qos;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.UnsupportedQosException;
import org.c4igateway.dds.api.event.EntityKind;
import org.c4igateway.dds.api.event.EntityKind.Only;

/**
 * The 22 policies of DDS 1.4 (2.2.3) and two extensions ({@link WriterBatching}, {@link IgnoreLocal}). A provider that
 * lacks one refuses it with {@link UnsupportedQosException}; none is ever ignored. {@link #INFINITE} stands for an
 * infinite duration.
 */
public sealed interface QosPolicy {
    /** The infinite duration. */
    Duration INFINITE = Duration.ofNanos(Long.MAX_VALUE);

    /** @return entities that take this policy */
    default Set<EntityKind> appliesTo() {
        return Only.WRITERS_AND_READERS;
    }

    /** @return name as in DDS 1.4, for example {@code DURABILITY} */
    default String policyName() {
        return PolicyChecks.nameOf(getClass());
    }

    /** Bytes attached to an endpoint or participant, seen by others in discovery. */
    record UserData(List<Byte> value) implements QosPolicy {
        public UserData {
            value = PolicyChecks.octets(value);
        }

        @Override
        public Set<EntityKind> appliesTo() {
            return Only.PARTICIPANTS_WRITERS_AND_READERS;
        }
    }

    /** Bytes attached to a topic. */
    record TopicData(List<Byte> value) implements QosPolicy {
        public TopicData {
            value = PolicyChecks.octets(value);
        }
    }

    /** Bytes attached to the publisher or subscriber of the endpoint. */
    record GroupData(List<Byte> value) implements QosPolicy {
        public GroupData {
            value = PolicyChecks.octets(value);
        }
    }

    /** What late joiners get. */
    record Durability(Durability.Kind kind) implements QosPolicy {
        /** In rising order. */
        public enum Kind {
            VOLATILE,
            TRANSIENT_LOCAL,
            TRANSIENT,
            PERSISTENT
        }
    }

    /** History that a durable writer keeps for late joiners after everybody has acknowledged. */
    record DurabilityService(Duration cleanupDelay, History history, ResourceLimits limits) implements QosPolicy {
        public DurabilityService {
            PolicyChecks.duration(cleanupDelay, "cleanup delay");
            Objects.requireNonNull(history);
            Objects.requireNonNull(limits);
        }

        @Override
        public Set<EntityKind> appliesTo() {
            return Only.WRITERS;
        }
    }

    /** Scope and order in which changes are presented. */
    record Presentation(Scope scope, boolean coherent, boolean ordered) implements QosPolicy {
        /** In rising order. */
        public enum Scope {
            INSTANCE,
            TOPIC,
            GROUP
        }
    }

    /** Longest time between two samples of an instance. */
    record Deadline(Duration period) implements QosPolicy {
        public Deadline {
            PolicyChecks.positive(period, "deadline");
        }
    }

    /** Delay that is acceptable from write to delivery; a hint. */
    record LatencyBudget(Duration duration) implements QosPolicy {
        public LatencyBudget {
            PolicyChecks.duration(duration, "latency budget");
        }
    }

    /** Whether several writers may update one instance. */
    record Ownership(Ownership.Kind kind) implements QosPolicy {
        /** Must be the same on both sides. */
        public enum Kind {
            SHARED,
            EXCLUSIVE
        }
    }

    /** Which writer owns an instance under exclusive ownership. */
    record OwnershipStrength(int value) implements QosPolicy {
        @Override
        public Set<EntityKind> appliesTo() {
            return Only.WRITERS;
        }
    }

    /** How a writer shows that it is alive. */
    record Liveliness(Liveliness.Kind kind, Duration lease) implements QosPolicy {
        /** In rising order. */
        public enum Kind {
            AUTOMATIC,
            MANUAL_BY_PARTICIPANT,
            MANUAL_BY_TOPIC
        }

        public Liveliness {
            Objects.requireNonNull(kind);
            PolicyChecks.positive(lease, "liveliness lease");
        }
    }

    /** Least time between two samples of an instance that a reader wants. */
    record TimeBasedFilter(Duration minimumSeparation) implements QosPolicy {
        public TimeBasedFilter {
            PolicyChecks.duration(minimumSeparation, "minimum separation");
        }

        @Override
        public Set<EntityKind> appliesTo() {
            return Only.READERS;
        }
    }

    /** Logical partitions (names, readers may use {@code *} and {@code ?}); empty is the default partition. */
    record Partition(List<String> names) implements QosPolicy {
        public Partition {
            names = PolicyChecks.partitions(names);
        }
    }

    /**
     * Whether lost samples are repaired.
     *
     * @param maxBlockingTime how long a write may wait for room; ignored for best effort
     */
    record Reliability(Reliability.Kind kind, Duration maxBlockingTime) implements QosPolicy {
        /** In rising order. */
        public enum Kind {
            BEST_EFFORT,
            RELIABLE
        }

        public Reliability {
            Objects.requireNonNull(kind);
            PolicyChecks.duration(maxBlockingTime, "max blocking time");
        }
    }

    /** Hint for the network: higher is more urgent. */
    record TransportPriority(int value) implements QosPolicy {
        @Override
        public Set<EntityKind> appliesTo() {
            return Only.WRITERS;
        }
    }

    /** Samples older than this are not delivered and leave every cache. */
    record Lifespan(Duration duration) implements QosPolicy {
        public Lifespan {
            PolicyChecks.positive(duration, "lifespan");
        }

        @Override
        public Set<EntityKind> appliesTo() {
            return Only.WRITERS;
        }
    }

    /** Which of two samples of different writers is newer. */
    record DestinationOrder(DestinationOrder.Kind kind) implements QosPolicy {
        /** In rising order. */
        public enum Kind {
            BY_RECEPTION_TIMESTAMP,
            BY_SOURCE_TIMESTAMP
        }
    }

    /**
     * Samples kept for each instance.
     *
     * @param depth number kept; empty keeps all within the resource limits
     */
    record History(OptionalInt depth) implements QosPolicy {
        public History {
            if (depth.isPresent() && depth.getAsInt() < 1) {
                throw new IllegalArgumentException("history depth must be positive: " + depth.getAsInt());
            }
        }

        /** @return KEEP_LAST with a depth */
        public static History keepLast(int depth) {
            return new History(OptionalInt.of(depth));
        }

        /** @return KEEP_ALL */
        public static History keepAll() {
            return new History(OptionalInt.empty());
        }
    }

    /** Bounds of a cache, {@link #UNLIMITED} for none. */
    record ResourceLimits(int maxSamples, int maxInstances, int maxSamplesPerInstance) implements QosPolicy {
        /** No bound. */
        public static final int UNLIMITED = -1;
        /** No bounds at all. */
        public static final ResourceLimits NONE = new ResourceLimits(UNLIMITED, UNLIMITED, UNLIMITED);

        public ResourceLimits {
            PolicyChecks.limit(maxSamples, "max samples");
            PolicyChecks.limit(maxInstances, "max instances");
            PolicyChecks.limit(maxSamplesPerInstance, "max samples per instance");
            if (maxSamples != UNLIMITED && maxSamplesPerInstance > maxSamples) {
                throw new IllegalArgumentException("max samples per instance " + maxSamplesPerInstance
                        + " is more than max samples " + maxSamples);
            }
        }
    }

    /** Whether children of an entity are enabled when created. */
    record EntityFactory(boolean autoEnableCreatedEntities) implements QosPolicy {
        @Override
        public Set<EntityKind> appliesTo() {
            return Only.PARTICIPANTS;
        }
    }

    /** Whether unregistering an instance, or closing or losing its writer, also disposes it. */
    record WriterDataLifecycle(boolean autodispose) implements QosPolicy {
        @Override
        public Set<EntityKind> appliesTo() {
            return Only.WRITERS;
        }
    }

    /** When a reader forgets instances that are gone. */
    record ReaderDataLifecycle(Duration purgeNoWritersDelay, Duration purgeDisposedDelay) implements QosPolicy {
        public ReaderDataLifecycle {
            PolicyChecks.duration(purgeNoWritersDelay, "purge no-writers delay");
            PolicyChecks.duration(purgeDisposedDelay, "purge disposed delay");
        }

        @Override
        public Set<EntityKind> appliesTo() {
            return Only.READERS;
        }
    }

    /** Extension: writes gather in one datagram until it is full or {@link DdsWriter#flush} is called. */
    record WriterBatching(boolean enabled) implements QosPolicy {
        @Override
        public Set<EntityKind> appliesTo() {
            return Only.WRITERS;
        }
    }

    /** Extension: a reader does not get what its own participant writes. */
    record IgnoreLocal(boolean enabled) implements QosPolicy {
        @Override
        public Set<EntityKind> appliesTo() {
            return Only.READERS;
        }
    }
}
