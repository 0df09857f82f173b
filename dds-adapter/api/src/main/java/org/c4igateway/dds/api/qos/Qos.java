package org.c4igateway.dds.api.qos;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.c4igateway.dds.api.event.EntityKind;
import org.c4igateway.dds.api.qos.QosPolicy.Deadline;
import org.c4igateway.dds.api.qos.QosPolicy.DurabilityService;
import org.c4igateway.dds.api.qos.QosPolicy.History;
import org.c4igateway.dds.api.qos.QosPolicy.ResourceLimits;
import org.c4igateway.dds.api.qos.QosPolicy.TimeBasedFilter;

/**
 * An immutable set of policies, at most one of each; policies not in the set have the default of DDS 1.4. Checked for
 * the legal combinations of DDS 1.4 when built.
 */
public final class Qos {
    /** All defaults. */
    public static final Qos DEFAULT = new Qos(Map.of());

    private final Map<Class<? extends QosPolicy>, QosPolicy> policies;

    private Qos(Map<Class<? extends QosPolicy>, QosPolicy> policies) {
        this.policies = policies;
    }

    /** @throws IllegalArgumentException when policies contradict each other or one occurs twice */
    public static Qos of(QosPolicy... policies) {
        Map<Class<? extends QosPolicy>, QosPolicy> byClass = new LinkedHashMap<>();
        for (QosPolicy policy : policies) {
            if (byClass.put(policy.getClass(), policy) != null) {
                throw new IllegalArgumentException(policy.getClass().getSimpleName() + " is set twice");
            }
        }
        return checked(byClass);
    }

    /** @return this set with some policies added or replaced */
    public Qos with(QosPolicy... changes) {
        Map<Class<? extends QosPolicy>, QosPolicy> byClass = new LinkedHashMap<>(policies);
        for (QosPolicy policy : changes) {
            byClass.put(policy.getClass(), policy);
        }
        return checked(byClass);
    }

    /** @return the policy of that type, if set */
    public <P extends QosPolicy> Optional<P> find(Class<P> type) {
        return Optional.ofNullable(policies.get(type)).map(type::cast);
    }

    /** @return the policies that are set */
    public Collection<QosPolicy> policies() {
        return List.copyOf(policies.values());
    }

    /** @throws IllegalArgumentException when a policy does not belong on that entity */
    public void checkFor(EntityKind entity) {
        for (QosPolicy policy : policies.values()) {
            if (!policy.appliesTo().contains(entity)) {
                throw new IllegalArgumentException(policy.getClass().getSimpleName() + " does not apply to a "
                        + entity.name().toLowerCase(Locale.ROOT));
            }
        }
    }

    private static Qos checked(Map<Class<? extends QosPolicy>, QosPolicy> byClass) {
        Qos qos = new Qos(byClass);
        qos.checkHistory(qos.find(History.class), qos.find(ResourceLimits.class));
        qos.find(DurabilityService.class)
                .ifPresent(service -> qos.checkHistory(Optional.of(service.history()), Optional.of(service.limits())));
        Optional<Deadline> deadline = qos.find(Deadline.class);
        Optional<TimeBasedFilter> filter = qos.find(TimeBasedFilter.class);
        if (deadline.isPresent()
                && filter.isPresent()
                && filter.get().minimumSeparation().compareTo(deadline.get().period()) > 0) {
            throw new IllegalArgumentException(
                    "time-based filter " + filter.get().minimumSeparation() + " is longer than the deadline "
                            + deadline.get().period());
        }
        return qos;
    }

    private void checkHistory(Optional<History> history, Optional<ResourceLimits> limits) {
        OptionalInt depth = history.map(History::depth).orElse(OptionalInt.of(1));
        int perInstance = limits.orElse(ResourceLimits.NONE).maxSamplesPerInstance();
        if (depth.isPresent() && perInstance != ResourceLimits.UNLIMITED && depth.getAsInt() > perInstance) {
            throw new IllegalArgumentException(
                    "history depth " + depth.getAsInt() + " is more than max samples per instance " + perInstance);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Qos that && policies.equals(that.policies);
    }

    @Override
    public int hashCode() {
        return policies.hashCode();
    }

    @Override
    public String toString() {
        return policies.values().toString();
    }
}
