package org.c4igateway.dbbridge.node.task;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.c4igateway.core.message.SystemName;

/**
 * Which destinations in the outbox have a figure of their own. C4I servers write these names, and may invent any
 * number of them: beyond {@link #MAX} they have one figure together, {@link #OTHERS}. Immutable.
 */
final class DestinationLabels {
    static final int MAX = 256;
    /** No system can have this name. */
    static final String OTHERS = "(others)";

    private final Set<SystemName> shown;

    private DestinationLabels(Set<SystemName> shown) {
        this.shown = shown;
    }

    /**
     * @param present all destinations; earlier ones come first
     * @param first those that have a figure of their own in any case; must be bounded
     */
    static DestinationLabels of(Collection<SystemName> present, Predicate<SystemName> first) {
        Set<SystemName> shown = new HashSet<>();
        present.stream().filter(first).forEach(shown::add);
        for (SystemName destination : present) {
            if (shown.size() >= MAX) {
                break;
            }
            shown.add(destination);
        }
        return new DestinationLabels(shown);
    }

    /** @return whether it has a figure of its own */
    boolean shows(SystemName destination) {
        return shown.contains(destination);
    }

    /** @return its name, or that of the figure that it is part of */
    String of(SystemName destination) {
        return shows(destination) ? destination.value() : OTHERS;
    }
}
