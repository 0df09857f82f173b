package org.c4igateway.dbbridge.node;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.node.reload.Candidates;
import org.c4igateway.dbbridge.node.reload.NodeReload;
import org.c4igateway.dbbridge.node.reload.PasswordReload;
import org.c4igateway.dbbridge.node.reload.PathRenewal;
import org.c4igateway.dbbridge.node.reload.ReloadEndpoint;
import org.c4igateway.dbbridge.node.reload.ReloadProperties;
import org.c4igateway.dbbridge.node.reload.ReloadRecord;
import org.c4igateway.dbbridge.node.reload.ReloadableKeys;
import org.c4igateway.dbbridge.node.reload.ReloadablePart;
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
            PathRenewal path,
            ReloadRecord record,
            Loops loops) {
        Candidates candidates = new Candidates(NodeApplication.class, List.of(arguments.getSourceArgs()), node);
        return new NodeReload(candidates, parts, path, properties.reload().watch(), record, loops);
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
    PathRenewal pathRenewal(NodeLifecycle lifecycle) {
        return new PathReload(lifecycle);
    }

    @Bean
    ReloadablePart judgementReload(NodeLifecycle lifecycle) {
        return new JudgementReload(lifecycle.path());
    }

    @Bean
    ReloadablePart destinationReload(NodeLifecycle lifecycle) {
        return new DestinationReload(lifecycle.path());
    }

    @Bean
    ReloadablePart certificateReload(NodeLifecycle lifecycle, InstantSource time) {
        return new CertificateReload(lifecycle.path(), time);
    }

    @Bean
    ReloadablePart databasePasswordReload(NodeDatabase database) {
        return new PasswordReload(ReloadableKeys.DATABASE_PASSWORD, database.connections());
    }

    @Bean
    ReloadablePart logLevelReload(ObjectProvider<LoggerGroups> groups) {
        LoggingSystem logging = LoggingSystem.get(ReloadConfiguration.class.getClassLoader());
        return new LogLevelReload(logging, groups.getIfAvailable(LoggerGroups::new));
    }
}
