package org.c4igateway.dbbridge.node.reload;

import java.util.List;
import org.springframework.context.ConfigurableApplicationContext;

/** A part of a running node that takes over changed keys of {@link ReloadableKeys}. Called by one thread at a time. */
public interface ReloadablePart {
    /** @return whether this change is applied by this part, of a key that its list names */
    boolean takes(ConfigurationChange change);

    /** @return whether what it takes is in force after a renewal of the data path anyway, which then does it all */
    default boolean isOfDataPath() {
        return false;
    }

    /**
     * Prepares everything that can fail. The node goes on as it is until the result runs.
     *
     * @param candidate a node that was built with the changed configuration and does not run; closed afterwards
     * @param changes what this part takes, at least one
     * @return applies the changes that this part takes; does not fail, does not block
     * @throws org.c4igateway.core.fault.GatewayException.Fatal when the changes do not fit what needs a restart; then
     *     no part applies anything
     */
    Runnable prepare(ConfigurableApplicationContext candidate, List<ConfigurationChange> changes);
}
