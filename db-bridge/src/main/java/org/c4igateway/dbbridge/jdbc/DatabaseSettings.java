package org.c4igateway.dbbridge.jdbc;

import java.util.Objects;

/**
 * How to reach one interface database.
 *
 * @param url JDBC URL, {@code jdbc:postgresql://host:port/database}; TLS parameters go into it, no login
 * @param user login role; the node's needs membership in {@code c4i_bridge}
 * @param password its password, empty when the server asks for none
 * @param poolSize most connections of the pool, at least 2; the lease and the signal have one more each
 */
public record DatabaseSettings(String url, String user, String password, int poolSize) {
    public DatabaseSettings {
        Objects.requireNonNull(user);
        Objects.requireNonNull(password);
        DatabaseUrl.fault(url).ifPresent(fault -> {
            throw new IllegalArgumentException("URL of an interface database: " + fault);
        });
        if (poolSize < 2) {
            throw new IllegalArgumentException("pool size must be at least 2: " + poolSize);
        }
    }

    /** The password is left out: settings are logged. */
    @Override
    public String toString() {
        return "DatabaseSettings[url=" + url + ", user=" + user + ", poolSize=" + poolSize + "]";
    }
}
