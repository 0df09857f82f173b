package org.c4igateway.console.access;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import javax.security.auth.x500.X500Principal;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dbbridge.node.reload.ConfigurationChange;
import org.c4igateway.dbbridge.node.reload.ReloadableKeys;
import org.c4igateway.dbbridge.node.reload.ReloadablePart;
import org.jspecify.annotations.Nullable;
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
    private record Known(InMemoryUserDetailsManager users, Map<X500Principal, String> certificates, long generation) {}

    /** @param certificates names of users by the subjects of their client certificates */
    ConsoleUsers(List<UserDetails> users, Map<X500Principal, String> certificates) {
        known = new Known(new InMemoryUserDetailsManager(users), Map.copyOf(certificates), 0);
    }

    /** @return whose certificate that is; null when nobody's */
    @Nullable String nameOf(X509Certificate certificate) {
        return known.certificates().get(certificate.getSubjectX500Principal());
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
                    "c4i.console.enabled is false now; a restart removes the console",
                    "Restart the node.",
                    null);
        }
        Known next = changed.known;
        return () -> known = new Known(next.users(), next.certificates(), known.generation() + 1);
    }
}
