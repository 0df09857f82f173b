package org.c4igateway.dbbridge.node;

import java.time.InstantSource;
import java.util.List;
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.dbbridge.node.path.NodePath;
import org.c4igateway.dbbridge.node.path.PathPlan;
import org.c4igateway.dbbridge.node.reload.ConfigurationChange;
import org.c4igateway.dbbridge.node.reload.ReloadablePart;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Lets open transports use renewed certificates: the same files with another content, which the same passwords open.
 * Other files and passwords take a renewal of the data path.
 */
final class CertificateReload implements ReloadablePart {
    private final NodePath path;
    private final InstantSource time;

    CertificateReload(NodePath path, InstantSource time) {
        this.path = path;
        this.time = time;
    }

    @Override
    public boolean takes(ConfigurationChange change) {
        return change.isOfContent()
                && path.plan().parts().factories().stream()
                        .map(TransportFactory::renewableFiles)
                        .anyMatch(keys -> keys.contains(change.key()));
    }

    @Override
    public boolean isOfDataPath() {
        return true;
    }

    /** The present settings have to open the new files; the candidate may have other passwords. */
    @Override
    public Runnable prepare(ConfigurableApplicationContext candidate, List<ConfigurationChange> changes) {
        PathPlan plan = path.plan();
        List<TransportFactory> concerned = plan.parts().factories().stream()
                .filter(factory -> changes.stream()
                        .anyMatch(change -> factory.renewableFiles().contains(change.key())))
                .toList();
        NodeProperties properties = plan.properties();
        concerned.forEach(factory -> factory.check(properties.peers(factory.name()), plan.catalogue(), time.instant()));
        List<Runnable> renewed =
                concerned.stream().map(TransportFactory::renewedFiles).toList();
        return () -> renewed.forEach(Runnable::run);
    }
}
