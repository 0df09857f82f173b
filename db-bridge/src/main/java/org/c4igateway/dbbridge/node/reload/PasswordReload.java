package org.c4igateway.dbbridge.node.reload;

import java.util.List;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Logs in to the interface database with a changed password. Sessions that are open stay so: the server asks for a
 * password only when one opens. The password is not tried, since the file may change before the role does.
 */
public final class PasswordReload implements ReloadablePart {
    private final String key;
    private final Connections connections;

    /**
     * @param key of the password, one of {@link ReloadableKeys}
     * @param connections that log in with it
     */
    public PasswordReload(String key, Connections connections) {
        this.key = key;
        this.connections = connections;
    }

    @Override
    public boolean takes(ConfigurationChange change) {
        return change.key().equals(key);
    }

    @Override
    public Runnable prepare(ConfigurableApplicationContext candidate, List<ConfigurationChange> changes) {
        String password =
                Binder.get(candidate.getEnvironment()).bind(key, String.class).orElse("");
        return () -> connections.usePassword(password);
    }
}
