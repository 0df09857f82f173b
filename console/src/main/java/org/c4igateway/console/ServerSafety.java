package org.c4igateway.console;

import java.net.InetAddress;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.springframework.core.env.Environment;

/** Checks the settings of the node's web server before it accepts passwords. */
final class ServerSafety {
    private static final String STRATEGY = "server.forward-headers-strategy";
    private static final String CLIENT_AUTH = "server.ssl.client-auth";
    private static final String TRUST = "server.ssl.trust-certificate";
    private static final String PROXIES = "server.tomcat.remoteip.internal-proxies";

    private final Environment environment;

    ServerSafety(Environment environment) {
        this.environment = environment;
    }

    /** Refuses passwords without TLS from other hosts, unless the configuration names a proxy with TLS in front. */
    void requireTls(boolean plainHttp) {
        InetAddress address = environment.getRequiredProperty("server.address", InetAddress.class);
        boolean tls = environment.getProperty("server.ssl.enabled", Boolean.class, true)
                && (isSet("server.ssl.bundle") || isSet("server.ssl.key-store") || isSet("server.ssl.certificate"));
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
     * Refuses to trust forwarded addresses from any sender, because logins are held back by address. The framework's
     * own strategy does not check the sender, and the server's accepts every private address as a proxy.
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

    /**
     * Refuses users with certificates where the server would ask nobody for one, or would accept those of every public
     * authority, whoever has the subject of a user there.
     */
    void requireCertificates() {
        String asked = environment.getProperty(CLIENT_AUTH, "none");
        if (!asked.equalsIgnoreCase("want") && !asked.equalsIgnoreCase("need")) {
            throw new GatewayException.Fatal(
                            ErrorCode.CONFIGURATION,
                            "c4i.console.users.<NAME>.certificate: " + CLIENT_AUTH + " is '" + asked
                                    + "', so the server asks no client for a certificate",
                            "Set " + CLIENT_AUTH + " to want, or to need when everybody has one, who asks for health"
                                    + " and metrics too.",
                            null)
                    .about(CLIENT_AUTH);
        }
        if (!isSet("server.ssl.bundle") && !isSet("server.ssl.trust-store") && !isSet(TRUST)) {
            throw new GatewayException.Fatal(
                            ErrorCode.CONFIGURATION,
                            "c4i.console.users.<NAME>.certificate: " + TRUST
                                    + " is not set, so certificates of every public authority would be accepted",
                            "Set " + TRUST + " to the PEM file of the authority that issues your users' certificates.",
                            null)
                    .about(TRUST);
        }
    }

    private boolean isSet(String key) {
        return !environment.getProperty(key, "").isEmpty();
    }
}
