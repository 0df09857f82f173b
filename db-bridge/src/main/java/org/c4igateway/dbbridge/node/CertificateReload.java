package org.c4igateway.dbbridge.node;

import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.dbbridge.node.reload.ConfigurationChange;
import org.c4igateway.dbbridge.node.reload.ReloadablePart;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.c4igateway.topics.TopicCatalogue;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Lets open transports use renewed certificates: the same files with another content, which the same passwords open.
 * Other files and passwords wait for a restart.
 */
final class CertificateReload implements ReloadablePart {
    private final NodeLifecycle lifecycle;
    private final List<TransportFactory> factories;
    private final TopicCatalogue catalogue;
    private final InstantSource time;

    CertificateReload(
            NodeLifecycle lifecycle, List<TransportFactory> factories, TopicCatalogue catalogue, InstantSource time) {
        this.lifecycle = lifecycle;
        this.factories = List.copyOf(factories);
        this.catalogue = catalogue;
        this.time = time;
    }

    @Override
    public boolean takes(ConfigurationChange change) {
        return change.isOfContent()
                && factories.stream()
                        .map(TransportFactory::renewableFiles)
                        .anyMatch(keys -> keys.contains(change.key()));
    }

    /** The present settings have to open the new files; the candidate may have other passwords. */
    @Override
    public Runnable prepare(ConfigurableApplicationContext candidate, List<ConfigurationChange> changes) {
        List<TransportFactory> concerned = factories.stream()
                .filter(factory -> changes.stream()
                        .anyMatch(change -> factory.renewableFiles().contains(change.key())))
                .toList();
        NodeProperties properties = lifecycle.properties();
        concerned.forEach(factory -> factory.check(properties.peers(factory.name()), catalogue, time.instant()));
        Set<String> transports =
                Set.copyOf(concerned.stream().map(TransportFactory::name).toList());
        // A node that is not active reads the files when it becomes active.
        ActiveNode active = lifecycle.active();
        List<Runnable> renewed = active == null ? List.of() : active.renewedCertificates(transports);
        return () -> renewed.forEach(Runnable::run);
    }
}
