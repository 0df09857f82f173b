package org.c4igateway.dbbridge.node;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import org.c4igateway.core.flow.rule.ReplaceableJudgement;
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.node.reload.Candidates;
import org.c4igateway.dbbridge.node.reload.NodeReload;
import org.c4igateway.dbbridge.node.reload.ReloadEndpoint;
import org.c4igateway.dbbridge.node.reload.ReloadProperties;
import org.c4igateway.dbbridge.node.reload.ReloadRecord;
import org.c4igateway.dbbridge.node.reload.ReloadablePart;
import org.c4igateway.topics.TopicCatalogue;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.logging.LoggerGroups;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires what a running node does when its configuration changes. */
@Configuration(proxyBeanMethods = false)
class ReloadConfiguration {
    @Bean
    NodeReload nodeReload(
            ConfigurableApplicationContext node,
            ApplicationArguments arguments,
            ReloadProperties properties,
            ObjectProvider<ReloadablePart> parts,
            ReloadRecord record,
            Loops loops) {
        Candidates candidates = new Candidates(NodeApplication.class, List.of(arguments.getSourceArgs()), node);
        return new NodeReload(candidates, parts, properties.reload().watch(), record, loops);
    }

    @Bean
    ReloadEndpoint reloadEndpoint(NodeReload reload) {
        return new ReloadEndpoint(reload);
    }

    @Bean
    ReloadRecord reloadRecord(MeterRegistry meters, InstantSource time) {
        return new ReloadRecord(meters, time);
    }

    @Bean
    ReloadablePart judgementReload(JudgementSource source, ReplaceableJudgement judgement) {
        return new JudgementReload(source, judgement);
    }

    @Bean
    ReloadablePart destinationReload(NodeLifecycle lifecycle, List<TransportFactory> factories) {
        return new DestinationReload(lifecycle, factories);
    }

    @Bean
    ReloadablePart certificateReload(
            NodeLifecycle lifecycle, List<TransportFactory> factories, TopicCatalogue catalogue, InstantSource time) {
        return new CertificateReload(lifecycle, factories, catalogue, time);
    }

    @Bean
    ReloadablePart logLevelReload(ObjectProvider<LoggerGroups> groups) {
        LoggingSystem logging = LoggingSystem.get(ReloadConfiguration.class.getClassLoader());
        return new LogLevelReload(logging, groups.getIfAvailable(LoggerGroups::new));
    }
}
