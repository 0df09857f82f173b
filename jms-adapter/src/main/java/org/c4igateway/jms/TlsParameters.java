package org.c4igateway.jms;

import java.util.Map;
import org.c4igateway.jms.JmsSettings.Tls;

/** Parameters that acceptors and connectors have in common. */
public final class TlsParameters {
    public static final String PKCS12 = "PKCS12";

    private TlsParameters() {}

    public static Map<String, Object> of(Tls tls) {
        return Map.of(
                "sslEnabled",
                true,
                "enabledProtocols",
                "TLSv1.3",
                "keyStoreType",
                PKCS12,
                "keyStorePath",
                tls.keyStore(),
                "keyStorePassword",
                tls.keyStorePassword(),
                "trustStoreType",
                PKCS12,
                "trustStorePath",
                tls.trustStore(),
                "trustStorePassword",
                tls.trustStorePassword());
    }
}
