package org.c4igateway.jms.engine;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Set;
import org.apache.activemq.artemis.core.security.CheckType;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager;
import org.c4igateway.jms.JmsSettings.Credentials;
import org.jspecify.annotations.Nullable;

/**
 * Permissions of the engine: peers may send to its queues, the node itself may also consume them, everything else is
 * refused.
 */
public final class MeshSecurity implements ActiveMQSecurityManager {
    private final Credentials peers;
    private final Credentials node;

    public MeshSecurity(Credentials peers, Credentials node) {
        this.peers = peers;
        this.node = node;
    }

    @Override
    public boolean validateUser(@Nullable String user, @Nullable String password) {
        return matches(peers, user, password) || matches(node, user, password);
    }

    @Override
    public boolean validateUserAndRole(
            @Nullable String user, @Nullable String password, Set<Role> roles, CheckType checkType) {
        if (roles.stream().noneMatch(checkType::hasRole)) {
            return false;
        }
        return matches(node, user, password) || (checkType == CheckType.SEND && matches(peers, user, password));
    }

    private static boolean matches(Credentials wanted, @Nullable String user, @Nullable String password) {
        return user != null
                && password != null
                && wanted.user().equals(user)
                && MessageDigest.isEqual(utf8(wanted.password()), utf8(password));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
