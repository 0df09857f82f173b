package org.c4igateway.console.chromium;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One tab of a headless Chromium, spoken to by its debugging protocol over a web socket. */
final class Chromium implements AutoCloseable {
    private static final Pattern LISTENING = Pattern.compile("ws://(127\\.0\\.0\\.1:[0-9]+)/");
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

    private final JsonMapper json = new JsonMapper();
    private final HttpClient http = HttpClient.newHttpClient();
    private final Process process;
    private final WebSocket socket;
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();

    private Chromium(Path program, Path profile) throws IOException {
        process = new ProcessBuilder(
                        program.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--remote-debugging-port=0",
                        "--window-size=1280,900",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .start();
        JsonNode tabs = json.readTree(get("http://" + address() + "/json/list"));
        URI tab = tabs.valueStream()
                .filter(target -> target.path("type").asString().equals("page"))
                .map(target -> URI.create(target.path("webSocketDebuggerUrl").asString()))
                .findFirst()
                .orElseThrow();
        socket = http.newWebSocketBuilder().buildAsync(tab, new Listener()).join();
        for (String domain : List.of("Page", "Runtime", "Log")) {
            ask(domain + ".enable", Map.of());
        }
    }

    /** @return the browser of this machine */
    static Optional<Path> program() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static Chromium start(Path program, Path profile) {
        try {
            return new Chromium(program, profile);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void open(String url) {
        ask("Page.navigate", Map.of("url", url));
    }

    /** @return the value of an expression in the page, as text */
    String evaluate(String expression) {
        JsonNode result = ask("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
        return result.path("result").path("value").asString("");
    }

    /** @return what a promise in the page comes to, as text */
    String outcome(String expression) {
        JsonNode result =
                ask("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        return result.path("result").path("value").asString("");
    }

    /** Shows pages as a screen of that width does. */
    void resize(int width, int height) {
        ask(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 800));
    }

    void press(String key, int code) {
        for (String type : List.of("keyDown", "keyUp")) {
            ask("Input.dispatchKeyEvent", Map.of("type", type, "key", key, "code", key, "windowsVirtualKeyCode", code));
        }
    }

    byte[] screenshot() {
        JsonNode shot = ask("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true));
        return Base64.getDecoder().decode(shot.path("data").asString());
    }

    /**
     * @return what the browser complained of: scripts and styles refused by the policy, faults in scripts, missing
     *     files
     */
    List<String> complaints() {
        return complaints;
    }

    @Override
    public void close() {
        socket.abort();
        http.close();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }

    private JsonNode ask(String method, Map<String, Object> parameters) {
        int number = numbers.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(number, answer);
        socket.sendText(json.writeValueAsString(Map.of("id", number, "method", method, "params", parameters)), true)
                .join();
        return answer.orTimeout(60, TimeUnit.SECONDS).join();
    }

    private String address() throws IOException {
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher address = LISTENING.matcher(line);
            if (address.find()) {
                Thread.ofVirtual().start(() -> lines.lines().forEach(more -> {}));
                return address.group(1);
            }
        }
        throw new IOException("Chromium does not start");
    }

    private String get(String url) throws IOException {
        try {
            return http.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private void take(JsonNode message) {
        CompletableFuture<JsonNode> waiting =
                message.has("id") ? answers.remove(message.path("id").asInt()) : null;
        if (waiting != null) {
            waiting.complete(message.path("result"));
        }
        String method = message.path("method").asString("");
        boolean logged = method.equals("Log.entryAdded")
                && message.path("params")
                        .path("entry")
                        .path("level")
                        .asString("")
                        .equals("error");
        if (logged || method.equals("Runtime.exceptionThrown")) {
            complaints.add(message.path("params").toString());
        }
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                take(json.readTree(text.toString()));
                text.setLength(0);
            }
            from.request(1);
            return null;
        }
    }
}
