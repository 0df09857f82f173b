package org.c4igateway.test.e2e.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.c4igateway.lab.testbed.ClassPathFile;
import org.c4igateway.lab.testbed.NodeProcess;
import org.c4igateway.lab.testbed.ServiceProcess;
import org.c4igateway.test.process.TestJava;

/**
 * A node of the testbed as tests use it: what fails, fails the test with the end of the node's log. Started and ended
 * as often as a test likes. Not thread-safe.
 */
public final class TestNodeProcess implements AutoCloseable {
    /** Guards against a hang only: a node on two busy cores, with a faked clock, takes a minute to start. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final Duration STEP = Duration.ofMillis(50);

    private final Path yaml;
    private final String ddsPartition;
    private final Map<String, String> environment = new HashMap<>();
    private final ServiceProcess service;

    /** @param directory gets the configuration file and the log, which all runs append to */
    public TestNodeProcess(Path directory, String name, NodeFile file) {
        this(directory, name, file, quickStart());
    }

    /** The same of another release. */
    public TestNodeProcess(Path directory, String name, NodeFile file, ClassPathFile classPath) {
        this(directory, name, file, classPath, List.of());
    }

    /** The same with words before its command. */
    TestNodeProcess(Path directory, String name, NodeFile file, ClassPathFile classPath, List<String> enter) {
        this.yaml = directory.toAbsolutePath().resolve(name + ".yaml");
        this.ddsPartition = file.ddsPartition();
        try {
            Files.createDirectories(directory);
            Files.writeString(yaml, file.text());
            this.service = new ServiceProcess(
                    NodeProcess.program(name, file.address(enter), List.of(yaml), file.environment()), classPath);
            Files.writeString(service.log(), "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Class path of this release. */
    static ClassPathFile quickStart() {
        try {
            return TestJava.quickStart();
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
        service.trust(context);
        return this;
    }

    /** Starts it; {@code options} such as {@code --c4i.max-payload=1KB} come after the file and win. */
    public TestNodeProcess start(String... options) {
        assertThat(isAlive()).as("%s runs already", yaml).isFalse();
        service.variables(environment);
        try {
            service.start(List.of(), List.of(options));
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
        return service.isAlive();
    }

    /** Waits until it serves its database. */
    public TestNodeProcess awaitActive() {
        return awaitHealth("\"role\":\"active\"");
    }

    /** Waits until it stands by for another node beside the same database. */
    public TestNodeProcess awaitStandby() {
        return awaitHealth("\"role\":\"standby\"");
    }

    /** Waits until it knows of nobody who serves its database, as while the database lets nobody in. */
    public TestNodeProcess awaitWaiting() {
        return awaitHealth("\"role\":\"waiting\"");
    }

    /** Waits until it serves its database and reaches a peer. */
    public TestNodeProcess awaitReaches(String... peers) {
        for (String peer : peers) {
            awaitHealth("\"" + peer + "\":\"reachable\"");
        }
        return this;
    }

    /** Waits until health says why a peer is away, in words that begin so. */
    public TestNodeProcess awaitAbsence(String peer, String reason) {
        return awaitHealth("\"" + peer + "\":\"" + reason.replaceAll("\\s", ""));
    }

    private TestNodeProcess awaitHealth(String part) {
        await(part + " of " + yaml.getFileName())
                .atMost(PATIENCE)
                .pollInterval(STEP)
                .until(() -> {
                    assertThat(isAlive())
                            .as("%s ended; its log:%n%s", yaml.getFileName(), logTail())
                            .isTrue();
                    return healthNow().contains(part);
                });
        return this;
    }

    /** The answer of the health endpoint without blanks; waits for one, as rows may pass before a node listens. */
    public String health() {
        return health("");
    }

    /** The answer for {@code liveness} or {@code readiness}, without blanks; waits for one. */
    public String health(String group) {
        return await("health").atMost(PATIENCE).until(() -> answer(group), answer -> !answer.isEmpty());
    }

    /** As {@link #health()}, but empty while there is no answer. */
    public String healthNow() {
        return answer("");
    }

    private String answer(String group) {
        return ask("/actuator/health" + (group.isEmpty() ? "" : "/" + group))
                .map(HttpResponse::body)
                .orElse("")
                .replaceAll("\\s", "");
    }

    /** Whether a supervisor that asks {@code /actuator/health} or a path below it takes the node for one that works. */
    public boolean isUp(String group) {
        return ask("/actuator/health" + group).filter(TestNodeProcess::isOk).isPresent();
    }

    /** Sum of the samples of a metric whose labels contain all of {@code labels}; 0 when there is none. */
    public double metric(String name, String... labels) {
        return ServiceProcess.sum(metrics(), name, labels);
    }

    /** A node on a busy machine may answer late, or with an error while it starts: that is not a counter of zero. */
    private String metrics() {
        return await("metrics")
                .atMost(Duration.ofMinutes(1))
                .until(() -> ask("/actuator/prometheus").filter(TestNodeProcess::isOk), Optional::isPresent)
                .orElseThrow()
                .body();
    }

    private static boolean isOk(HttpResponse<String> answer) {
        return answer.statusCode() == 200;
    }

    private Optional<HttpResponse<String>> ask(String path) {
        try {
            return service.ask(path);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Its process id. */
    public long pid() {
        return service.pid();
    }

    /** SIGKILL. */
    public void kill() {
        assertStarted();
        try {
            service.kill();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** SIGTERM; waits for the end. */
    public int terminate() throws InterruptedException {
        signal("TERM");
        return awaitExit();
    }

    /** Waits until it ends by itself. */
    public int awaitExit() throws InterruptedException {
        assertStarted();
        int status = service.awaitExit(PATIENCE);
        assertThat(isAlive())
                .as("%s does not end; its log:%n%s", yaml.getFileName(), logTail())
                .isFalse();
        return status;
    }

    /** SIGSTOP: the process keeps its sockets and does nothing. */
    public void freeze() {
        signal("STOP");
    }

    /** SIGHUP: it reads its files again. */
    public void hangUp() {
        signal("HUP");
    }

    /** Its configuration file. */
    public Path file() {
        return yaml;
    }

    /** SIGCONT. */
    public void thaw() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            service.signal(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The log of all runs. */
    public String log() {
        try {
            return Files.readString(service.log());
        } catch (IOException e) {
            return "no log: " + e;
        }
    }

    /** The end of the log, for messages. */
    public String logTail() {
        List<String> lines = log().lines().toList();
        return service.log().getFileName() + ":\n"
                + String.join("\n", lines.subList(Math.max(0, lines.size() - 60), lines.size()));
    }

    private void assertStarted() {
        assertThat(service.pid()).as("%s was started", yaml).isPositive();
    }

    @Override
    public void close() {
        service.close();
    }
}
