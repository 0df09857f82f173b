package org.c4igateway.dbbridge.node;

import org.c4igateway.app.EffectiveConfiguration;
import org.c4igateway.app.start.StartFailures;
import org.c4igateway.app.start.StartRefusedException;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.LifecycleProcessor;
import org.springframework.context.support.AbstractApplicationContext;

/**
 * Checks a node's configuration: builds all parts of a node and starts none. Opens no port and connects to no database
 * and no peer.
 */
public final class NodeCheck {
    private NodeCheck() {}

    /**
     * Blocks for some seconds. Looks into files, network interfaces and native libraries of this machine.
     *
     * @param arguments as of {@link NodeApplication#main}
     * @return the effective configuration
     * @throws StartRefusedException when a node would not start with it, with key, value, place and remedy
     * @throws RuntimeException when it fails in another way, which was logged
     */
    public static EffectiveConfiguration run(String... arguments) {
        SpringApplication application = new SpringApplication(NodeApplication.class);
        application.setLogStartupInfo(false);
        application.setRegisterShutdownHook(false);
        application.addInitializers(context -> context.getBeanFactory()
                .registerSingleton(AbstractApplicationContext.LIFECYCLE_PROCESSOR_BEAN_NAME, new NothingStarts()));
        return StartFailures.told(() -> {
            try (ConfigurableApplicationContext node = application.run(arguments)) {
                return EffectiveConfiguration.of(node);
            }
        });
    }

    private static final class NothingStarts implements LifecycleProcessor {
        @Override
        public void onRefresh() {
            // Nothing starts.
        }

        @Override
        public void onClose() {
            // Nothing has started.
        }

        @Override
        public void start() {
            // Nothing starts.
        }

        @Override
        public void stop() {
            // Nothing has started.
        }

        @Override
        public boolean isRunning() {
            return false;
        }
    }
}
