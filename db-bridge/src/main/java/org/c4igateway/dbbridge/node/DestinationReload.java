package org.c4igateway.dbbridge.node;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.dbbridge.node.reload.ConfigurationChange;
import org.c4igateway.dbbridge.node.reload.ReloadableKeys;
import org.c4igateway.dbbridge.node.reload.ReloadablePart;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Adds destinations to an open transport that finds its peers by itself. A destination that is taken away or goes by
 * another transport, and one whose transport needs an address, waits for a restart.
 */
final class DestinationReload implements ReloadablePart {
    private static final String PREFIX = "c4i.destinations.";

    private final NodeLifecycle lifecycle;
    private final List<TransportFactory> factories;

    DestinationReload(NodeLifecycle lifecycle, List<TransportFactory> factories) {
        this.lifecycle = lifecycle;
        this.factories = List.copyOf(factories);
    }

    @Override
    public boolean takes(ConfigurationChange change) {
        return ReloadableKeys.matches(ReloadableKeys.DESTINATIONS, change.key())
                && change.isNew()
                && factories.stream()
                        .anyMatch(factory -> factory.name().equals(change.after()) && factory.takesNewcomers());
    }

    @Override
    public Runnable prepare(ConfigurableApplicationContext candidate, List<ConfigurationChange> changes) {
        Map<SystemName, String> added = new TreeMap<>();
        changes.forEach(change -> added.put(new SystemName(change.key().substring(PREFIX.length())), change.after()));
        return () -> added.forEach(lifecycle::addDestination);
    }
}
