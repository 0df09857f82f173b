package org.c4igateway.console;

import java.net.InetAddress;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.springframework.core.env.Environment;

/** What the node's web server has to be set to before passwords are sent to it. */
final class ServerSafety {
    private static final String STRATEGY = "server.forward-headers-strategy";
    private static final String PROXIES = "server.tomcat.remoteip.internal-proxies";

    private final Environment environment;

    ServerSafety(Environment environment) {
        this.environment = environment;
    }

    /** Refuses to take passwords without TLS from other hosts, unless a proxy that has TLS is said to be in front. */
    void requireTls(boolean plainHttp) {
        InetAddress address = environment.getRequiredProperty("server.address", InetAddress.class);
        boolean tls = isSet("server.ssl.bundle") || isSet("server.ssl.key-store") || isSet("server.ssl.certificate");
        if (!address.isLoopbackAddress() && !tls && !plainHttp) {
            throw new GatewayException.Fatal(
                    ErrorCode.CONFIGURATION,
                    "c4i.console.enabled: passwords would cross the network without encryption, server.address is "
                            + address.getHostAddress() + " without TLS",
                    "Configure server.ssl, or leave server.address at 127.0.0.1, or, behind a proxy that has TLS, set"
                            + " c4i.console.plain-http to true.",
                    null);
        }
    }

    /**
     * Refuses to believe forwarded addresses of whoever sends them: logins are held back by address. The framework's
     * own strategy asks nobody who the sender is, and the server's takes every private address for a proxy.
     */
    void requireNamedProxies() {
        String strategy = environment.getProperty(STRATEGY, "none");
        if (strategy.equalsIgnoreCase("framework") || (strategy.equalsIgnoreCase("native") && !isSet(PROXIES))) {
            throw new GatewayException.Fatal(
                            ErrorCode.CONFIGURATION,
                            STRATEGY + ": '" + strategy
                                    + "' would let any client forge the address by which logins are held back",
                            "Set " + STRATEGY + " to native and " + PROXIES
                                    + " to the addresses of the proxies, such as 192.0.2.5/32; or leave it at none.",
                            null)
                    .about(STRATEGY);
        }
    }

    private boolean isSet(String key) {
        return !environment.getProperty(key, "").isEmpty();
    }
}
