package org.c4igateway.dbbridge.node;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.node.path.NodePath;
import org.c4igateway.dbbridge.node.reload.ConfigurationChange;
import org.c4igateway.dbbridge.node.reload.ReloadableKeys;
import org.c4igateway.dbbridge.node.reload.ReloadablePart;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Adds destinations to an open transport. A destination that is taken away or goes by another transport, one that has
 * joined over another transport, and one whose transport needs an address that it does not have, takes a renewal of the
 * data path.
 */
final class DestinationReload implements ReloadablePart {
    private static final String PREFIX = "c4i.destinations.";

    private final NodePath path;

    DestinationReload(NodePath path) {
        this.path = path;
    }

    @Override
    public boolean takes(ConfigurationChange change) {
        return ReloadableKeys.matches(ReloadableKeys.DESTINATIONS, change.key())
                && change.isNew()
                && !goesAnotherWay(system(change), change.after())
                && path.plan().parts().factories().stream()
                        .anyMatch(factory -> factory.name().equals(change.after()) && factory.takesNewcomers());
    }

    /** A newcomer's rows would go on over the transport by which it joined. */
    private boolean goesAnotherWay(SystemName system, String transport) {
        String present = path.newcomers().routes().get(system);
        return present != null && !present.equals(transport);
    }

    private static SystemName system(ConfigurationChange change) {
        return new SystemName(change.key().substring(PREFIX.length()));
    }

    @Override
    public boolean isOfDataPath() {
        return true;
    }

    @Override
    public Runnable prepare(ConfigurableApplicationContext candidate, List<ConfigurationChange> changes) {
        Map<SystemName, String> added = new TreeMap<>();
        changes.forEach(change -> added.put(system(change), change.after()));
        return () -> added.forEach(path::add);
    }
}
