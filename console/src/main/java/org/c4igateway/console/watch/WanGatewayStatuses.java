package org.c4igateway.console.watch;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The WAN gateways beside the node. Thread-safe. */
public final class WanGatewayStatuses implements AutoCloseable {
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<WanGatewayStatus> gateways;
    private final StaleWhileRefresh<List<WanGatewayStatus.Look>> looks =
            new StaleWhileRefresh<>(this::ask, FRESH, System::nanoTime);

    /** @param addresses where they serve their health */
    public WanGatewayStatuses(List<URI> addresses) {
        gateways = addresses.stream()
                .map(address -> new WanGatewayStatus(address, http))
                .toList();
    }

    /** What each tells, asked once a second however many pages are open. Blocks for 2 s at most. */
    public List<WanGatewayStatus.Look> look() {
        return looks.read().value().orElse(List.of());
    }

    private List<WanGatewayStatus.Look> ask() {
        List<CompletableFuture<WanGatewayStatus.Look>> asked =
                gateways.stream().map(WanGatewayStatus::look).toList();
        return asked.stream().map(CompletableFuture::join).toList();
    }

    /** Ends the client. */
    @Override
    public void close() {
        http.close();
    }
}
