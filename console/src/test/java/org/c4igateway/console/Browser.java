package org.c4igateway.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.awaitility.Awaitility;

/** Asks over real HTTP and keeps cookies; follows no redirection. */
final class Browser {
    private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");

    private final String base;
    private final String[] headers;
    private final HttpClient client;

    /** @param headers names and values by turns, sent with every request */
    Browser(String base, String... headers) {
        this.base = base;
        this.headers = headers.clone();
        this.client = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    }

    /** @param tls keys and trust for an address with HTTPS */
    Browser(String base, SSLContext tls) {
        this.base = base;
        this.headers = new String[0];
        this.client = HttpClient.newBuilder()
                .cookieHandler(new CookieManager())
                .sslContext(tls)
                .build();
    }

    HttpResponse<String> get(String path, String... more) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
        return send(more.length == 0 ? request : request.headers(more));
    }

    /** Posts a form with the token of a page, as a form on that page would. */
    HttpResponse<String> post(String path, String tokenPage, Map<String, String> fields) {
        Map<String, String> form = new LinkedHashMap<>(fields);
        form.put("_csrf", token(tokenPage));
        return postAsGiven(path, form);
    }

    /** The token of the forms of a page; empty when it has none. */
    String token(String page) {
        Matcher token = TOKEN.matcher(get(page).body());
        return token.find() ? token.group(1) : "";
    }

    /** Posts exactly these fields, with headers by turns. */
    HttpResponse<String> postAsGiven(String path, Map<String, String> fields, String... more) {
        String body = fields.entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
        return send((more.length == 0 ? request : request.headers(more))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    HttpResponse<String> logIn(String user, String password) {
        return post("/console/login", "/console/login", Map.of("username", user, "password", password));
    }

    /** A page, by path or address, without its tags and with one space between words. */
    String text(String page, String... more) {
        String path = page.startsWith(base) ? page.substring(base.length()) : page;
        return get(path, more).body().replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ");
    }

    /** Where an answer leads, which redirects. */
    static String location(HttpResponse<String> answer) {
        if (answer.statusCode() != 302) {
            throw new AssertionError("no redirection, but " + answer.statusCode());
        }
        return answer.headers().firstValue("Location").orElse("");
    }

    /** Waits until a page has a text. */
    void awaitText(String path, String text) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> get(path).body().contains(text));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        HttpRequest.Builder asked = headers.length == 0 ? request : request.headers(headers);
        try {
            return client.send(
                    asked.setHeader("Accept", "text/html, */*;q=0.8")
                            .timeout(Duration.ofSeconds(30))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
