package org.c4igateway.dbbridge.node;

import org.c4igateway.dbbridge.node.reload.ReloadProperties;
import org.c4igateway.dbbridge.node.settings.EdgeProperties;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.c4igateway.dbbridge.node.settings.TableProperties;
import org.c4igateway.dbbridge.node.settings.TraceProperties;
import org.springframework.boot.ApplicationContextFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;

/** A node of the gateway, beside one C4I server. {@code ./c4i node --config FILE} runs it. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({NodeConfiguration.class, ReloadConfiguration.class})
@EnableConfigurationProperties({
    NodeProperties.class,
    EdgeProperties.class,
    TableProperties.class,
    ReloadProperties.class,
    TraceProperties.class
})
public class NodeApplication {
    /** Spring creates it. */
    public NodeApplication() {}

    /** Runs until SIGTERM, which drains. */
    public static void main(String[] args) {
        SpringApplication node = new SpringApplication(NodeApplication.class);
        node.setApplicationContextFactory(ApplicationContextFactory.ofContextClass(DataPathFirst.class));
        node.run(args);
    }
}
