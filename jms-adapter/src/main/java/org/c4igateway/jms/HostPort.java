package org.c4igateway.jms;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.c4igateway.core.fault.GatewayException;

/**
 * Where a broker listens.
 *
 * @param host name or address
 * @param port TCP port
 */
public record HostPort(String host, int port) {
    static final int MAX_PORT = 65_535;
    private static final String SCHEME = "tcp://";
    private static final String WANTED = "host:port or tcp://host:port";
    private static final int MAX_ADDRESSES = 8;

    /**
     * @param key configuration key below the prefix, for the fault
     * @throws org.c4igateway.core.fault.GatewayException.Fatal when {@code text} is neither form
     */
    static HostPort parse(String key, String text) {
        URI uri;
        try {
            uri = new URI(text.startsWith(SCHEME) ? text : SCHEME + text);
        } catch (URISyntaxException e) {
            throw InvalidSetting.fault(key, text, "is no address", WANTED, e);
        }
        String host = uri.getHost();
        boolean bare = uri.getRawQuery() == null
                && uri.getRawUserInfo() == null
                && uri.getRawPath().isEmpty();
        if (host == null || uri.getPort() < 1 || !bare) {
            throw InvalidSetting.fault(key, text, "is no address", WANTED, null);
        }
        return new HostPort(host.startsWith("[") ? host.substring(1, host.length() - 1) : host, uri.getPort());
    }

    /** @return the address that a peer tells; empty when it is none */
    static Optional<HostPort> told(String text) {
        try {
            return Optional.of(parse("peers", text));
        } catch (GatewayException.Fatal e) {
            return Optional.empty();
        }
    }

    /**
     * Reads one address or several with commas between them.
     *
     * @param key configuration key below the prefix, for the fault
     * @return at least one, in the order given
     */
    static List<HostPort> parseAll(String key, String text) {
        String[] parts = text.split(",", -1);
        InvalidSetting.when(parts.length > MAX_ADDRESSES, key, text, "lists too many addresses", "8 at most");
        List<HostPort> addresses = new ArrayList<>();
        for (String part : parts) {
            addresses.add(parse(key, part.strip()));
        }
        return addresses;
    }

    /** @return where the node of a shard listens when this is the address of its system; empty when there is no port */
    Optional<HostPort> ofShard(int shard) {
        return port + shard > MAX_PORT ? Optional.empty() : Optional.of(new HostPort(host, port + shard));
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
