package org.c4igateway.dbbridge.node.reload;

import java.util.List;
import java.util.function.Supplier;
import org.c4igateway.core.fault.GatewayException;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Rebuilds the data path of a running node for changes that are impossible while it is open: the keys that
 * {@link ReloadableKeys#renews} names. Called by one thread at a time.
 */
public interface PathRenewal {
    /** What came of it. */
    sealed interface Outcome {}

    /** The path is open again, or will be built so when the node becomes active. */
    record Renewed() implements Outcome {}

    /**
     * The new path did not open.
     *
     * @param why what it failed of
     * @param serving whether the former path is open again; else the node asks for its lease again
     */
    record WentBack(GatewayException why, boolean serving) implements Outcome {}

    /**
     * Nothing was tried.
     *
     * @param why for people
     */
    record Busy(String why) implements Outcome {}

    /**
     * Prepares everything that can fail without touching the open path.
     *
     * @param candidate a node that was built with the changed configuration and does not run; closed afterwards
     * @param changes all changes
     * @return renews the path; blocks until it is open again, for seconds
     * @throws GatewayException.Fatal when only a restart applies the changes
     */
    Supplier<Outcome> prepare(ConfigurableApplicationContext candidate, List<ConfigurationChange> changes);
}
