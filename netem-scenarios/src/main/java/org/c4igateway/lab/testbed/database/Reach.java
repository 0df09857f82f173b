package org.c4igateway.lab.testbed.database;

import java.util.Map;

/**
 * Who reaches a database server besides the loopback interface, and its partner.
 *
 * @param address another address that it listens on, for nodes; 127.0.0.1 for none
 * @param range addresses from which passwords are taken, as address and bits
 * @param settings further settings of the server
 * @param partner port of another server, with which it takes turns as primary and standby; 0 for none. Addresses of
 *     databases name both.
 */
public record Reach(String address, String range, Map<String, String> settings, int partner) {
    static final String LOOPBACK = "127.0.0.1";

    /** Nobody. */
    public static final Reach LOCAL = new Reach(LOOPBACK, LOOPBACK + "/32", Map.of());

    public Reach {
        settings = Map.copyOf(settings);
    }

    /** Without a partner. */
    public Reach(String address, String range, Map<String, String> settings) {
        this(address, range, settings, 0);
    }

    String authorities(String host, int port) {
        return host + ":" + port + (partner == 0 ? "" : "," + host + ":" + partner);
    }

    String query() {
        return partner == 0 ? "" : "?targetServerType=primary";
    }
}
