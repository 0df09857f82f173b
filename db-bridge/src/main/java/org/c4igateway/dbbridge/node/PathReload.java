package org.c4igateway.dbbridge.node;

import java.util.List;
import java.util.function.Supplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dbbridge.node.path.PathPlan;
import org.c4igateway.dbbridge.node.reload.ConfigurationChange;
import org.c4igateway.dbbridge.node.reload.PathRenewal;
import org.c4igateway.dbbridge.node.reload.ReloadableKeys;
import org.c4igateway.dbbridge.node.settings.EdgeProperties;
import org.c4igateway.topics.definition.DefinitionLibrary;
import org.springframework.context.ConfigurableApplicationContext;

/** Rebuilds the data path of a node as in a node that was built with the changed configuration. */
final class PathReload implements PathRenewal {
    private final NodeLifecycle lifecycle;

    PathReload(NodeLifecycle lifecycle) {
        this.lifecycle = lifecycle;
    }

    /** The candidate has judged its transports, peers, credentials and files already, as at a start. */
    @Override
    public Supplier<Outcome> prepare(ConfigurableApplicationContext candidate, List<ConfigurationChange> changes) {
        changes.stream()
                .map(ConfigurationChange::key)
                .filter(ReloadableKeys::hindersRenewal)
                .findFirst()
                .ifPresent(key -> {
                    throw new GatewayException.Fatal(
                            ErrorCode.CONFIGURATION, key + " changes as well", "Restart the node.", null);
                });
        PathPlan next = lifecycle
                .path()
                .plan()
                .renewedAs(
                        candidate.getBean(NodeLifecycle.class).path().plan(),
                        candidate.getBean(EdgeProperties.class),
                        candidate.getBean(DefinitionLibrary.class));
        return () -> lifecycle.renew(next);
    }
}
