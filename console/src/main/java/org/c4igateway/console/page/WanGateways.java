package org.c4igateway.console.page;

import java.net.URI;
import java.net.http.HttpClient;
import java.util.List;

/** The WAN gateways beside the node. Thread-safe. */
public final class WanGateways implements AutoCloseable {
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<WanGateway> gateways;

    /** @param addresses where they serve their health */
    public WanGateways(List<URI> addresses) {
        gateways =
                addresses.stream().map(address -> new WanGateway(address, http)).toList();
    }

    /** What each tells. Blocks for 2 s at most for each that does not answer. */
    List<WanGateway.Look> look() {
        return gateways.stream().map(WanGateway::look).toList();
    }

    /** Ends the client. */
    @Override
    public void close() {
        http.close();
    }
}
