package org.c4igateway.app.trace;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.c4igateway.app.SecretMask;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where traces go and of which messages, {@code c4i.traces}.
 *
 * @param endpoint {@code http} or {@code https} address of an OTLP collector (HTTP, protobuf); null: no traces
 * @param share of the messages that are followed, above 0 and at most 1. Nodes with the same share follow the same ones
 * @param username for HTTP Basic authentication; null: none
 * @param password of that user
 * @param trust PEM file of the certificates that the collector's is checked against; null: those of the Java runtime
 * @param timeout of one export
 */
public record TraceSettings(
        @Nullable URI endpoint,
        @DefaultValue("0.01") double share,
        @Nullable String username,
        @Nullable String password,
        @Nullable Path trust,
        @DefaultValue("10s") Duration timeout) {
    /** Prefix of the keys. */
    public static final String PREFIX = "c4i.traces";

    private static final String PATH = "/v1/traces";

    public TraceSettings {
        require(isAddress(endpoint), "endpoint", endpoint, "an address such as http://collector.example:4318" + PATH);
        require(share > 0 && share <= 1, "share", share, "above 0 and at most 1");
        require((username == null) == (password == null), "username", username, "set together with password");
        require(timeout.isPositive(), "timeout", timeout, "a duration above 0");
        endpoint = endpoint == null ? null : withPath(endpoint);
    }

    @Override
    public String toString() {
        return "TraceSettings[endpoint=" + endpoint + ", share=" + share + "]";
    }

    private static boolean isAddress(@Nullable URI endpoint) {
        return endpoint == null
                || (endpoint.getHost() != null
                        && endpoint.getUserInfo() == null
                        && ("http".equals(endpoint.getScheme()) || "https".equals(endpoint.getScheme())));
    }

    private static URI withPath(URI endpoint) {
        String path = endpoint.getPath();
        return path.isEmpty() || path.equals("/") ? endpoint.resolve(PATH) : endpoint;
    }

    private static void require(boolean accepted, String name, @Nullable Object value, String expected) {
        if (!accepted) {
            String key = PREFIX + "." + name;
            throw new GatewayException.Fatal(
                            ErrorCode.CONFIGURATION,
                            key + " must be " + expected
                                    + (value == null ? "" : ": " + SecretMask.masked(value.toString())),
                            "Correct " + key + "; docs/traces.md describes it.",
                            null)
                    .about(key);
        }
    }
}
