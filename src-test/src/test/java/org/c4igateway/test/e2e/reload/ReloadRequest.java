package org.c4igateway.test.e2e.reload;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;

/** Requests to a running node about its configuration, as programs of its host send them. */
record ReloadRequest(int httpPort) {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Waits until the node runs with what its files say. */
    void awaitNoDifference() {
        await("the files of the node are in force")
                .atMost(PATIENCE)
                .until(() -> send("GET", Map.of("C4I-Request", "test")).body().contains("no difference"));
    }

    HttpResponse<String> send(String method, Map<String, String> headers) {
        URI uri = URI.create("http://127.0.0.1:" + httpPort + "/actuator/configuration");
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri).header("Accept", "text/plain").method(method, BodyPublishers.noBody());
        headers.forEach(request::header);
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
