package org.c4igateway.console.access;

import java.util.List;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dbbridge.node.reload.ConfigurationChange;
import org.c4igateway.dbbridge.node.reload.ReloadableKeys;
import org.c4igateway.dbbridge.node.reload.ReloadablePart;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/**
 * The users of the console, which a change of the configuration replaces. Sessions that began under earlier users end
 * at their next request. Any thread.
 */
public final class ConsoleUsers implements UserDetailsService, ReloadablePart {
    private volatile Known known;

    /** @param generation grows with each change */
    private record Known(InMemoryUserDetailsManager users, long generation) {}

    ConsoleUsers(List<UserDetails> users) {
        known = new Known(new InMemoryUserDetailsManager(users), 0);
    }

    @Override
    public UserDetails loadUserByUsername(String name) {
        return known.users().loadUserByUsername(name);
    }

    boolean exists(String name) {
        return known.users().userExists(name);
    }

    /** @return a number that differs after each change */
    long generation() {
        return known.generation();
    }

    @Override
    public boolean takes(ConfigurationChange change) {
        return ReloadableKeys.matches(ReloadableKeys.CONSOLE_USERS, change.key());
    }

    @Override
    public Runnable prepare(ConfigurableApplicationContext candidate, List<ConfigurationChange> changes) {
        ConsoleUsers changed = candidate.getBeanProvider(ConsoleUsers.class).getIfAvailable();
        if (changed == null) {
            throw new GatewayException.Fatal(
                    ErrorCode.CONFIGURATION,
                    "c4i.console.enabled is false now, and the console goes away with a restart",
                    "Restart the node.",
                    null);
        }
        InMemoryUserDetailsManager users = changed.known.users();
        return () -> known = new Known(users, known.generation() + 1);
    }
}
