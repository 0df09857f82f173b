package org.c4igateway.console;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import org.c4igateway.console.access.ConsoleAccess;
import org.c4igateway.console.access.ConsoleUsers;
import org.c4igateway.console.access.SessionLimits;
import org.c4igateway.console.page.ConsolePages;
import org.c4igateway.console.watch.WanGatewayStatuses;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.c4igateway.dbbridge.ledger.LedgerReader;
import org.c4igateway.dbbridge.node.reload.PasswordReload;
import org.c4igateway.dbbridge.node.reload.ReloadableKeys;
import org.c4igateway.dbbridge.node.reload.ReloadablePart;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.c4igateway.dbbridge.trail.DeadLetterReader;
import org.c4igateway.dbbridge.trail.LoginLog;
import org.c4igateway.dbbridge.trail.MessageQueries;
import org.c4igateway.dbbridge.trail.OperatorActions;
import org.c4igateway.dbbridge.trail.TrafficReader;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.context.MessageSourceAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** Adds the console to a node when {@code c4i.console.enabled} is {@code true}; nothing of it is loaded otherwise. */
@AutoConfiguration(before = {WebMvcAutoConfiguration.class, MessageSourceAutoConfiguration.class})
@EnableConfigurationProperties(ConsoleProperties.class)
class ConsoleAutoConfiguration {
    /** Beans that exist only if the console is enabled. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(prefix = "c4i.console", name = "enabled", havingValue = "true")
    @Import({ConsoleAccess.class, ConsolePages.class})
    static class Enabled {
        private static final Duration LONGEST_STATEMENT = Duration.ofSeconds(5);
        private static final int SESSIONS = 3;

        @Bean
        ConsoleUsers consoleUsers(ConsoleProperties properties, Environment environment) {
            ServerSafety server = new ServerSafety(environment);
            server.requireTls(properties.plainHttp());
            server.requireNamedProxies();
            if (properties.hasCertificates()) {
                server.requireCertificates();
            }
            return ConsoleAccess.users(properties.users());
        }

        @Bean
        SessionLimits consoleSessions(ConsoleProperties properties) {
            return properties.session();
        }

        @Bean
        Connections consoleConnections(ConsoleProperties properties, NodeProperties node) {
            ConsoleProperties.DatabaseLogin login = properties.requiredDatabase();
            return new Connections(
                    new DatabaseSettings(node.database().url(), login.username(), login.password(), SESSIONS));
        }

        @Bean
        ReloadablePart consolePasswordReload(Connections consoleConnections) {
            return new PasswordReload(ReloadableKeys.CONSOLE_DATABASE_PASSWORD, consoleConnections);
        }

        /** A separate pool, so that queries of operators never take a connection from the data path. */
        @Bean(destroyMethod = "close")
        HikariDataSource consoleQuestions(Connections consoleConnections) {
            return consoleConnections.questions("c4i-console", LONGEST_STATEMENT);
        }

        @Bean
        LedgerReader consoleLedger(HikariDataSource consoleQuestions) {
            return new LedgerReader(consoleQuestions);
        }

        @Bean
        MessageQueries consoleMessages(HikariDataSource consoleQuestions) {
            return new MessageQueries(consoleQuestions);
        }

        @Bean
        DeadLetterReader consoleDeadLetters(HikariDataSource consoleQuestions) {
            return new DeadLetterReader(consoleQuestions);
        }

        @Bean
        TrafficReader consoleTraffic(HikariDataSource consoleQuestions) {
            return new TrafficReader(consoleQuestions);
        }

        @Bean(destroyMethod = "close")
        WanGatewayStatuses consoleGateways(ConsoleProperties properties) {
            return new WanGatewayStatuses(properties.wanGateways());
        }

        @Bean
        LoginLog consoleLoginLog(HikariDataSource consoleQuestions) {
            return new LoginLog(consoleQuestions);
        }

        @Bean
        OperatorActions consoleActions(HikariDataSource consoleQuestions) {
            return new OperatorActions(consoleQuestions);
        }
    }
}
