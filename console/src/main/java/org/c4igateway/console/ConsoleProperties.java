package org.c4igateway.console;

import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.security.auth.x500.X500Principal;
import org.c4igateway.console.access.ConsoleUser;
import org.c4igateway.console.access.SessionLimits;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration of the console, {@code c4i.console.*} in a node's YAML file.
 *
 * @param enabled whether the node has one
 * @param plainHttp whether passwords may come without TLS to an address that other hosts reach, because a proxy in
 *     front has it
 * @param database how the console logs in to the interface database
 * @param users who may log in
 * @param session how long a login lasts
 * @param wanGateways where WAN gateways beside the node serve their health, such as {@code http://127.0.0.1:8090}
 */
@ConfigurationProperties("c4i.console")
public record ConsoleProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("false") boolean plainHttp,
        @Nullable DatabaseLogin database,
        @DefaultValue Map<String, ConsoleUser> users,
        @DefaultValue SessionLimits session,
        @DefaultValue List<URI> wanGateways) {

    public ConsoleProperties {
        users = Map.copyOf(users);
        wanGateways = List.copyOf(wanGateways);
        require(
                wanGateways.stream()
                        .allMatch(gateway -> List.of("http", "https").contains(String.valueOf(gateway.getScheme()))
                                && gateway.getHost() != null),
                "c4i.console.wan-gateways",
                "addresses such as http://127.0.0.1:8090");
        if (enabled) {
            require(database != null, "c4i.console.database.username", "a login that is a member of c4i_console");
            require(!users.isEmpty(), "c4i.console.users.<NAME>.password", "the password of at least one user");
            Set<X500Principal> subjects = new HashSet<>();
            users.forEach((name, user) -> check("c4i.console.users." + name, user, subjects));
        }
    }

    private static void check(String key, ConsoleUser user, Set<X500Principal> subjects) {
        require(
                user.hasUsablePassword() || (user.password().isEmpty() && user.certificate() != null),
                key + ".password",
                "at least " + ConsoleUser.SHORTEST_PASSWORD + " characters and at most " + ConsoleUser.MOST_BYTES
                        + " bytes in UTF-8, or a bcrypt hash behind {bcrypt}");
        if (user.certificate() != null) {
            require(
                    isSubject(user) && subjects.add(user.subject()),
                    key + ".certificate",
                    "the subject of a certificate, such as CN=kim,OU=J3,O=Corps, that no other user has");
        }
    }

    private static boolean isSubject(ConsoleUser user) {
        try {
            return user.subject() != null;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /** @return whether some user logs in by certificate */
    boolean hasCertificates() {
        return users.values().stream().anyMatch(user -> user.certificate() != null);
    }

    /** @return the database login, which an enabled console has */
    public DatabaseLogin requiredDatabase() {
        if (database == null) {
            throw new IllegalStateException("the console is disabled");
        }
        return database;
    }

    static void require(boolean condition, String key, String expected) {
        if (!condition) {
            throw new GatewayException.Fatal(
                    ErrorCode.CONFIGURATION,
                    key + " is missing or not accepted",
                    "Set " + key + " to " + expected + ".",
                    null);
        }
    }

    /**
     * The console's own login to the interface database.
     *
     * @param username member of {@code c4i_console}
     * @param password its password, from the environment or a file
     */
    public record DatabaseLogin(
            String username, @DefaultValue("") String password) {
        public DatabaseLogin {
            require(
                    username != null && !username.isBlank(),
                    "c4i.console.database.username",
                    "a login that is a member of c4i_console");
        }

        @Override
        public String toString() {
            return "DatabaseLogin[username=" + username + "]";
        }
    }
}
