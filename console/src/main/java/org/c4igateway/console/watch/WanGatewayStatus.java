package org.c4igateway.console.watch;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A WAN gateway beside the node, as its health endpoint describes it. Thread-safe. */
public final class WanGatewayStatus {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final long LONGEST_ANSWER = 1 << 20;
    private static final int MAX_LINKS = 256;

    private final URI health;
    private final HttpClient http;
    private final JsonMapper json = new JsonMapper();

    /** @param base where it serves its health, such as {@code http://127.0.0.1:8090} */
    WanGatewayStatus(URI base, HttpClient http) {
        this.health = base.resolve("/actuator/health");
        this.http = http;
    }

    /**
     * What it tells.
     *
     * @param site its own; its address while it does not answer
     * @param answers whether it does
     */
    public record Look(String site, boolean answers, List<Link> links) {}

    /**
     * The peer at the end of a link.
     *
     * @param up whether it answers
     * @param lossPercent estimated
     * @param queued records that wait on the link, by precedence
     */
    public record Link(
            String name, String peer, boolean up, double roundTripMillis, double lossPercent, String queued) {}

    /**
     * Completes after 2 s at most, never exceptionally: a gateway that does not answer in time, or with more than a
     * megabyte, counts as silent.
     */
    CompletableFuture<Look> look() {
        HttpRequest request = HttpRequest.newBuilder(health).timeout(PATIENCE).build();
        CompletableFuture<HttpResponse<String>> asked =
                http.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofString(), LONGEST_ANSWER));
        // The time of the request ends with the head of the answer.
        return asked.copy()
                .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .thenApply(answer -> look(answer.body()))
                .exceptionally(_ -> {
                    asked.cancel(true);
                    return silent();
                });
    }

    /** @throws JacksonException when the answer is no JSON */
    private Look look(String answer) {
        return json.readTree(answer)
                .path("components")
                .valueStream()
                .map(component -> component.path("details"))
                .filter(details -> details.has("links"))
                .map(details -> new Look(
                        details.path("site").asString(health.getAuthority()), true, links(details.path("links"))))
                .findFirst()
                .orElseGet(this::silent);
    }

    private Look silent() {
        return new Look(health.getAuthority(), false, List.of());
    }

    private static List<Link> links(JsonNode node) {
        List<Link> links = new ArrayList<>();
        node.propertyStream().limit(MAX_LINKS).forEach(link -> {
            String queued = link.getValue()
                    .path("queued")
                    .propertyStream()
                    .map(level -> level.getKey() + " " + level.getValue().asLong())
                    .collect(Collectors.joining(", "));
            link.getValue()
                    .path("peers")
                    .propertyStream()
                    .limit(MAX_LINKS)
                    .forEach(peer -> links.add(new Link(
                            link.getKey(),
                            peer.getKey(),
                            peer.getValue().path("state").asString("").equals("up"),
                            peer.getValue().path("roundTripMillis").asDouble(0),
                            100 * peer.getValue().path("loss").asDouble(0),
                            queued)));
        });
        return links;
    }
}
