package org.c4igateway.dbbridge.node;

import org.c4igateway.app.EffectiveConfiguration;
import org.c4igateway.app.start.StartRefusedException;
import org.c4igateway.dbbridge.node.reload.Candidate;
import org.springframework.context.ConfigurableApplicationContext;

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
        try (ConfigurableApplicationContext node = Candidate.build(NodeApplication.class, arguments)) {
            return EffectiveConfiguration.of(node);
        }
    }
}
