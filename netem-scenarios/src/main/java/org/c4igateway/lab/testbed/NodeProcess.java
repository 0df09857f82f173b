package org.c4igateway.lab.testbed;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One node as a process of its own, which can be killed and started again. Thread-safe. */
public final class NodeProcess implements AutoCloseable {
    /** Options of a node's JVM; the launcher uses the same. */
    public static final List<String> JVM_OPTIONS = List.of(
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+UseSerialGC",
            "-Xms32m",
            "-Xmx160m",
            "-Xmn24m",
            "-XX:TrimNativeHeapInterval=2000",
            "-XX:MaxDirectMemorySize=64m",
            "-XX:+ExitOnOutOfMemoryError");

    private static final String MAIN_CLASS = "org.c4igateway.dbbridge.node.NodeApplication";
    private static final Pattern ACTIVE = Pattern.compile("\"role\"\\s*:\\s*\"active\"");
    private static final Pattern PEER_AWAY = Pattern.compile("\"away\"");
    private static final Duration DRAIN = Duration.ofSeconds(20);
    private static final int LOG_LINES_SHOWN = 20;

    private final NodeAddress address;
    private final Path config;
    private final Map<String, String> environment;
    private final ClassPathFile classPath;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private @Nullable Process process;
    private boolean closed;

    /**
     * @param config the node's YAML file; its log is written beside it
     * @param environment variables that the file refers to, such as passwords
     */
    NodeProcess(NodeAddress address, Path config, Map<String, String> environment, ClassPathFile classPath) {
        this.address = address;
        this.config = config;
        this.environment = Map.copyOf(environment);
        this.classPath = classPath;
    }

    /** Where it listens. */
    public NodeAddress address() {
        return address;
    }

    /** Starts the process and returns at once; does nothing after {@link #close}. */
    public synchronized void start(String... jvmOptions) throws IOException {
        if (closed) {
            return;
        }
        List<String> command = new ArrayList<>(address.place().enter());
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM_OPTIONS);
        command.addAll(classPath.aotOptions(jvmOptions));
        command.addAll(List.of(jvmOptions));
        command.add("@" + classPath.file());
        command.add(MAIN_CLASS);
        command.add("--spring.config.additional-location=" + config.toUri());
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
        builder.environment().putAll(environment);
        Process started = builder.start();
        started.getOutputStream().close();
        process = started;
    }

    /**
     * Waits until the node serves its database and, when asked, reaches each of its peers.
     *
     * @throws IOException with the end of the node's log when it ended or did not get there in time
     */
    public void awaitActive(Duration patience, boolean withPeers) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!isActive(withPeers)) {
            if (!isAlive() || System.nanoTime() - deadline > 0) {
                throw new IOException("node " + address.system() + " is not active"
                        + (isAlive() ? " after " + patience.toSeconds() + " s" : ", it ended") + "; its log ends:\n"
                        + String.join("\n", lastLogLines()));
            }
            Pause.shortly();
        }
    }

    /** Whether the process runs. */
    public synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** Process id; for measuring. */
    public synchronized long pid() {
        if (process == null) {
            throw new IllegalStateException("not started: " + address.system());
        }
        return process.pid();
    }

    /** Ends it as a power failure would (SIGKILL) and waits until it is gone. */
    public void kill() throws InterruptedException {
        Process running = running();
        if (running != null) {
            running.destroyForcibly().waitFor();
        }
    }

    /** Ends it as an operator would (SIGTERM, which drains); kills it when it takes longer than 20 s. */
    public void stop() throws InterruptedException {
        stop(DRAIN);
    }

    /** The same with another patience. */
    public void stop(Duration patience) throws InterruptedException {
        Process running = running();
        if (running != null) {
            running.destroy();
            if (!running.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                running.destroyForcibly().waitFor();
            }
        }
    }

    /** The log of all its runs. */
    public Path log() {
        return config.resolveSibling(address.system() + ".log");
    }

    /** The end of the log, for messages. */
    public List<String> lastLogLines() throws IOException {
        if (!Files.exists(log())) {
            return List.of();
        }
        try (Stream<String> lines = Files.lines(log())) {
            List<String> all = lines.toList();
            return all.subList(Math.max(0, all.size() - LOG_LINES_SHOWN), all.size());
        }
    }

    /** Kills it, for good. */
    @Override
    public void close() {
        Process running;
        synchronized (this) {
            closed = true;
            running = process;
        }
        if (running != null) {
            running.destroyForcibly().onExit().join();
        }
        http.close();
    }

    private synchronized @Nullable Process running() {
        return process;
    }

    private boolean isActive(boolean withPeers) throws InterruptedException {
        URI health = URI.create(
                "http://" + address.place().managementHost() + ":" + address.httpPort() + "/actuator/health");
        HttpRequest request =
                HttpRequest.newBuilder(health).timeout(Duration.ofSeconds(5)).build();
        try {
            String answer =
                    http.send(request, HttpResponse.BodyHandlers.ofString()).body();
            return ACTIVE.matcher(answer).find()
                    && !(withPeers && PEER_AWAY.matcher(answer).find());
        } catch (IOException e) {
            return false; // not listening yet
        }
    }
}
