package org.c4igateway.test.e2e.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.c4igateway.test.process.TestJava;
import org.jspecify.annotations.Nullable;

/** One node in a process of its own, started and ended as often as a test likes. Not thread-safe. */
public final class TestNodeProcess implements AutoCloseable {
    private static final String MAIN = "org.c4igateway.dbbridge.node.NodeApplication";
    /** Guards against a hang only: a node on two busy cores, with a faked clock, takes a minute to start. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final Duration STEP = Duration.ofMillis(50);

    private final Path yaml;
    private final Path log;
    private final int httpPort;
    private final String ddsPartition;
    private final Map<String, String> environment = new HashMap<>();
    private HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private String scheme = "http";
    private @Nullable Process process;

    /** @param directory gets the configuration file and the log, which all runs append to */
    public TestNodeProcess(Path directory, String name, NodeFile file) {
        TestJava.prepare();
        this.yaml = directory.resolve(name + ".yaml");
        this.log = directory.resolve(name + ".log");
        this.httpPort = file.httpPort();
        this.ddsPartition = file.ddsPartition();
        try {
            Files.createDirectories(directory);
            Files.writeString(yaml, file.text());
            Files.writeString(log, "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sets a variable of the next start's environment. */
    public TestNodeProcess environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Asks it by HTTPS from now on. */
    public TestNodeProcess trust(SSLContext context) {
        http.close();
        http = HttpClient.newBuilder()
                .connectTimeout(Duration.ofSeconds(2))
                .sslContext(context)
                .build();
        scheme = "https";
        return this;
    }

    /** Starts it; {@code options} such as {@code --c4i.max-payload=1KB} come after the file and win. */
    public TestNodeProcess start(String... options) {
        assertThat(isAlive()).as("%s runs already", yaml).isFalse();
        List<String> command = new ArrayList<>(TestJava.command(List.of(), MAIN));
        command.add("--spring.config.additional-location=" + yaml.toUri());
        command.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Where it is in the DDS domain. */
    public String ddsPartition() {
        return ddsPartition;
    }

    public boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** Waits until it serves its database. */
    public TestNodeProcess awaitActive() {
        return awaitHealth("\"role\":\"active\"");
    }

    /** Waits until it stands by for another node beside the same database. */
    public TestNodeProcess awaitStandby() {
        return awaitHealth("\"role\":\"standby\"");
    }

    /** Waits until it serves its database and reaches a peer. */
    public TestNodeProcess awaitReaches(String... peers) {
        for (String peer : peers) {
            awaitHealth("\"" + peer + "\":\"reachable\"");
        }
        return this;
    }

    private TestNodeProcess awaitHealth(String part) {
        await(part + " of " + yaml.getFileName())
                .atMost(PATIENCE)
                .pollInterval(STEP)
                .until(() -> {
                    assertThat(isAlive())
                            .as("%s ended; its log:%n%s", yaml.getFileName(), logTail())
                            .isTrue();
                    return health().contains(part);
                });
        return this;
    }

    /** The answer of the health endpoint without blanks, empty while there is none. */
    public String health() {
        return get("/actuator/health").replaceAll("\\s", "");
    }

    /** The answer for {@code liveness} or {@code readiness}, without blanks. */
    public String health(String group) {
        return get("/actuator/health/" + group).replaceAll("\\s", "");
    }

    /** Whether a supervisor that asks {@code /actuator/health} or a path below it takes the node for one that works. */
    public boolean isUp(String group) {
        return status("/actuator/health" + group) == 200;
    }

    /** Sum of the samples of a metric whose labels contain all of {@code labels}; 0 when there is none. */
    public double metric(String name, String... labels) {
        Pattern sample = Pattern.compile("^" + Pattern.quote(name) + "(\\{[^}]*})? (\\S+)$", Pattern.MULTILINE);
        Matcher matcher = sample.matcher(metrics());
        double sum = 0;
        while (matcher.find()) {
            String shown = String.valueOf(matcher.group(1));
            if (List.of(labels).stream().allMatch(shown::contains)) {
                sum += Double.parseDouble(matcher.group(2));
            }
        }
        return sum;
    }

    /** A node on a busy machine may answer late, or with an error while it starts: that is not a counter of zero. */
    private String metrics() {
        return await("metrics")
                .atMost(Duration.ofMinutes(1))
                .until(
                        () -> ask("/actuator/prometheus")
                                .filter(answer -> answer.statusCode() == 200)
                                .map(HttpResponse::body),
                        Optional::isPresent)
                .orElseThrow();
    }

    private String get(String path) {
        return ask(path).map(HttpResponse::body).orElse("");
    }

    private int status(String path) {
        return ask(path).map(HttpResponse::statusCode).orElse(0);
    }

    private Optional<HttpResponse<String>> ask(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(scheme + "://127.0.0.1:" + httpPort + path))
                .timeout(Duration.ofSeconds(5))
                .build();
        try {
            return Optional.of(http.send(request, BodyHandlers.ofString()));
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** SIGKILL. */
    public void kill() {
        running().destroyForcibly().onExit().join();
    }

    /** SIGTERM; waits for the end. */
    public int terminate() throws InterruptedException {
        running().destroy();
        return awaitExit();
    }

    /** Waits until it ends by itself. */
    public int awaitExit() throws InterruptedException {
        assertThat(running().waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                .as("%s does not end; its log:%n%s", yaml.getFileName(), logTail())
                .isTrue();
        return running().exitValue();
    }

    /** SIGSTOP: the process keeps its sockets and does nothing. */
    public void freeze() {
        signal("-STOP");
    }

    /** SIGHUP: it reads its files again. */
    public void hangUp() {
        signal("-HUP");
    }

    /** Its configuration file. */
    public Path file() {
        return yaml;
    }

    /** SIGCONT. */
    public void thaw() {
        signal("-CONT");
    }

    private void signal(String name) {
        try {
            Process kill = new ProcessBuilder(
                            "kill", name, Long.toString(running().pid()))
                    .inheritIO()
                    .start();
            assertThat(kill.waitFor()).as("kill %s", name).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The log of all runs. */
    public String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return "no log: " + e;
        }
    }

    /** The end of the log, for messages. */
    public String logTail() {
        List<String> lines = log().lines().toList();
        return log.getFileName() + ":\n"
                + String.join("\n", lines.subList(Math.max(0, lines.size() - 60), lines.size()));
    }

    private Process running() {
        Process current = process;
        if (current == null) {
            throw new IllegalStateException("never started: " + yaml);
        }
        return current;
    }

    @Override
    public void close() {
        Process current = process;
        if (current != null) {
            current.destroyForcibly().onExit().join();
        }
        http.close();
    }
}
