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
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.c4igateway.lab.tool.ToolRun;
import org.jspecify.annotations.Nullable;

/**
 * One of the project's applications as a process of its own, which can be killed and started again. Its health is asked
 * for over HTTP. Thread-safe.
 */
public final class ServiceProcess implements AutoCloseable {
    private static final Duration DRAIN = Duration.ofSeconds(20);
    private static final int LOG_LINES_SHOWN = 20;

    private final Program program;
    private final ClassPathFile classPath;
    private HttpClient http = client().build();
    private String scheme = "http";
    private @Nullable Process process;
    private boolean closed;
    private Map<String, String> variables = Map.of();

    /**
     * What to run.
     *
     * @param name for messages, and of the log, which is written beside the configuration
     * @param place where it runs
     * @param httpPort where it answers for its health, on the place's management address
     * @param mainClass its entry point
     * @param configs YAML files; later ones override earlier ones
     * @param arguments further arguments of the program
     * @param environment variables that the files refer to, such as passwords
     */
    public record Program(
            String name,
            NodePlace place,
            int httpPort,
            String mainClass,
            List<Path> configs,
            List<String> arguments,
            Map<String, String> environment) {
        public Program {
            configs = List.copyOf(configs);
            arguments = List.copyOf(arguments);
            environment = Map.copyOf(environment);
        }
    }

    public ServiceProcess(Program program, ClassPathFile classPath) {
        this.program = program;
        this.classPath = classPath;
    }

    private static HttpClient.Builder client() {
        return HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2));
    }

    /** Asks it by HTTPS from now on. */
    public synchronized void trust(SSLContext context) {
        http.close();
        http = client().sslContext(context).build();
        scheme = "https";
    }

    /** From the next start on the process has these variables besides those of its program. */
    public synchronized void variables(Map<String, String> next) {
        variables = Map.copyOf(next);
    }

    /** Starts the process and returns at once; does nothing after {@link #close}. */
    public void start(String... jvmOptions) throws IOException {
        start(List.of(jvmOptions), List.of());
    }

    /**
     * The same.
     *
     * @param arguments of this run, after those of the program, such as {@code --c4i.max-payload=1KB}
     */
    public synchronized void start(List<String> jvmOptions, List<String> arguments) throws IOException {
        if (closed) {
            return;
        }
        List<String> command = new ArrayList<>(program.place().enter());
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ServiceOptions.read());
        // What a killed process leaves in the directory for temporary files goes with the workspace.
        command.add("-Djava.io.tmpdir=" + log().toAbsolutePath().getParent());
        command.addAll(classPath.aotOptions(jvmOptions));
        command.addAll(jvmOptions);
        command.add("@" + classPath.file());
        command.add(program.mainClass());
        command.add("--spring.config.additional-location="
                + String.join(
                        ",",
                        program.configs().stream()
                                .map(file -> file.toUri().toString())
                                .toList()));
        command.addAll(program.arguments());
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
        builder.environment().putAll(program.environment());
        builder.environment().putAll(variables);
        Process started = builder.start();
        started.getOutputStream().close();
        process = started;
    }

    /**
     * Waits until the health that it tells is as wanted.
     *
     * @throws IOException with the end of its log when it ended or did not get there in time
     */
    public void awaitHealth(Predicate<String> wanted, Duration patience) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!wanted.test(health())) {
            if (!isAlive() || System.nanoTime() - deadline > 0) {
                throw new IOException(program.name() + " is not ready"
                        + (isAlive() ? " after " + patience.toSeconds() + " s" : ", it ended") + "; its log ends:\n"
                        + String.join("\n", lastLogLines()));
            }
            Pause.shortly();
        }
    }

    /** What it answers for its health; empty while it does not answer. Blocks for 5 s at most. */
    public String health() throws InterruptedException {
        return answer("/actuator/health");
    }

    /** Its metrics as Prometheus reads them; empty while it does not answer. Blocks for 5 s at most. */
    public String metrics() throws InterruptedException {
        return answer("/actuator/prometheus");
    }

    private String answer(String path) throws InterruptedException {
        return ask(path).map(HttpResponse::body).orElse("");
    }

    /** What it answers; empty while it does not listen. Blocks for 5 s at most. */
    public Optional<HttpResponse<String>> ask(String path) throws InterruptedException {
        HttpClient client;
        URI uri;
        synchronized (this) {
            client = http;
            uri = URI.create(scheme + "://" + program.place().managementHost() + ":" + program.httpPort() + path);
        }
        HttpRequest request =
                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(5)).build();
        try {
            return Optional.of(client.send(request, HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            return Optional.empty(); // not listening yet
        }
    }

    /** The sum over all series of a metric whose line has all these parts; 0 when there is none. */
    public static double sum(String metrics, String name, String... parts) {
        return metrics.lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .filter(line -> List.of(parts).stream().allMatch(line::contains))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** Sends it a signal, such as STOP, CONT or HUP. */
    public void signal(String name) throws IOException {
        ToolRun.script("kill -" + name + " " + pid()).orThrow("the signal " + name + " to " + program.name());
    }

    /** Waits until it ends by itself; returns its exit status, or -1 when that took too long. */
    public int awaitExit(Duration patience) throws InterruptedException {
        Process running = running();
        return running != null && running.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)
                ? running.exitValue()
                : -1;
    }

    /** Whether the process runs. */
    public synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** Process id; for measuring. */
    public synchronized long pid() {
        if (process == null) {
            throw new IllegalStateException("not started: " + program.name());
        }
        return process.pid();
    }

    /** Ends it without warning (SIGKILL) and waits until it is gone. */
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
        return program.configs().getFirst().resolveSibling(program.name() + ".log");
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
}
