package org.c4igateway.dbbridge.node;

import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.c4igateway.app.ConfigurationKeys;
import org.c4igateway.app.ServiceConfiguration;
import org.c4igateway.app.start.ApplicationExit;
import org.c4igateway.app.trace.OtlpTrace;
import org.c4igateway.app.web.PlainErrorPage;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.DeliveryTrace;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.ReplaceableJudgement;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.node.path.JudgementSource;
import org.c4igateway.dbbridge.node.path.Newcomers;
import org.c4igateway.dbbridge.node.path.NodeParts;
import org.c4igateway.dbbridge.node.path.PathPlan;
import org.c4igateway.dbbridge.node.reload.NodeReload;
import org.c4igateway.dbbridge.node.settings.EdgeProperties;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.c4igateway.dbbridge.node.settings.TableProperties;
import org.c4igateway.dbbridge.node.settings.TraceProperties;
import org.c4igateway.dbbridge.node.settings.WantedProperties;
import org.c4igateway.topics.CatalogueException;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.definition.DefinitionLibrary;
import org.c4igateway.topics.definition.model.DefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Wires the node. */
@Configuration(proxyBeanMethods = false)
@Import(ServiceConfiguration.class)
class NodeConfiguration {
    @Bean
    static ConfigurationKeys configurationKeys() {
        return new ConfigurationKeys("docs/reference/configuration.md");
    }

    /** The console has a page of its own. */
    @Bean
    @ConditionalOnProperty(prefix = "c4i.console", name = "enabled", havingValue = "false", matchIfMissing = true)
    PlainErrorPage error() {
        return new PlainErrorPage();
    }

    @Bean
    TopicCatalogue catalogue(NodeProperties properties) {
        Path file = properties.catalogue();
        if (file == null) {
            return TopicCatalogue.reference();
        }
        try {
            return TopicCatalogue.load(file);
        } catch (CatalogueException e) {
            throw new GatewayException.Fatal(
                            ErrorCode.CATALOGUE,
                            "c4i.catalogue: " + e.getMessage(),
                            "Correct the file; './c4i topics validate " + file + "' checks it.",
                            e)
                    .about("c4i.catalogue");
        }
    }

    @Bean
    DefinitionLibrary definitions(NodeProperties properties) {
        Path directory = properties.definitions();
        if (directory == null) {
            return DefinitionLibrary.reference();
        }
        try {
            return DefinitionLibrary.reference().withDirectory(directory);
        } catch (DefinitionException e) {
            throw new GatewayException.Fatal(
                            ErrorCode.CONFIGURATION,
                            "c4i.definitions: " + String.join("; ", e.problems()),
                            "Correct the files; './c4i kmtf check --definitions " + directory
                                    + " FILE' reads them too.",
                            e)
                    .about("c4i.definitions");
        }
    }

    @Bean
    ReplaceableJudgement judgement(
            TopicCatalogue catalogue,
            NodeProperties properties,
            EdgeProperties edge,
            DefinitionLibrary definitions,
            MeterRegistry meters) {
        JudgementSource source = new JudgementSource(catalogue, properties.self(), meters);
        return new ReplaceableJudgement(
                source.check(properties, edge, definitions),
                source.filter(properties, definitions),
                properties.release().rules());
    }

    @Bean
    MessageRules messageRules(
            NodeProperties properties, TopicCatalogue catalogue, ReplaceableJudgement judgement, InstantSource time) {
        int maxBytes = Math.toIntExact(properties.maxPayload().toBytes());
        return new MessageRules(catalogue, maxBytes, judgement.check(), judgement.release(), time);
    }

    @Bean
    DeliveryTrace deliveryTrace(
            NodeProperties properties, TraceProperties traces, MeterRegistry meters, InstantSource time) {
        return OtlpTrace.open(properties.self(), traces.traces(), meters, time);
    }

    /** Opened and closed by the life of the node. */
    @Bean(destroyMethod = "")
    NodeDatabase nodeDatabase(NodeProperties properties) {
        return new NodeDatabase(properties);
    }

    @Bean
    NodeLifecycle nodeLifecycle(
            NodeProperties properties,
            NodeDatabase database,
            EdgeProperties edge,
            List<TransportFactory> factories,
            MessageRules rules,
            ReplaceableJudgement judgement,
            TableProperties tables,
            MeterRegistry meters,
            Loops loops,
            ApplicationExit exit,
            DeliveryTrace trace,
            ObjectProvider<StepListener> steps) {
        requireTransports(properties.routes(), factories);
        Newcomers.check(properties.newcomers(), factories);
        factories.forEach(factory -> factory.check(
                properties.peers(factory.name()),
                rules.catalogue(),
                rules.time().instant()));
        NodeParts parts = new NodeParts(
                factories,
                rules,
                judgement.filter(),
                WantedProperties.announced(properties.subscriptions().wanted(), rules.catalogue()),
                edge.text(),
                tables.settings(properties.self(), edge.text().encoding()),
                meters,
                loops,
                trace,
                steps.getIfAvailable(() -> StepListener.NONE));
        return new NodeLifecycle(new PathPlan(properties, parts, judgement), database, exit);
    }

    @Bean
    NodeHealth nodeHealth(NodeLifecycle lifecycle, NodeReload reload) {
        return new NodeHealth(lifecycle, reload);
    }

    private static void requireTransports(Map<SystemName, String> routes, List<TransportFactory> factories) {
        List<String> offered =
                factories.stream().map(TransportFactory::name).sorted().toList();
        routes.forEach((destination, transport) -> {
            if (!offered.contains(transport)) {
                String enabled = offered.isEmpty() ? "none" : String.join(", ", offered);
                throw new GatewayException.Fatal(
                                ErrorCode.CONFIGURATION,
                                "c4i.destinations." + destination + ": transport '" + transport
                                        + "' is not enabled; enabled: " + enabled,
                                "Set c4i.transports." + transport + ".enabled to true, or choose another transport.",
                                null)
                        .about("c4i.destinations." + destination);
            }
        });
    }
}
