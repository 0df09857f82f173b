package org.c4igateway.test.e2e.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.lab.testbed.config.NodeYaml;
import org.c4igateway.test.e2e.mesh.NodeFile;
import org.c4igateway.test.process.TestJava;

/** Two external brokers on one store, each in a process of its own, with the files of {@code deploy/artemis}. */
final class BrokerPair implements AutoCloseable {
    private static final Path SHIPPED =
            Path.of("..", "deploy", "artemis").toAbsolutePath().normalize();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path directory;
    private final Path store;
    private final Map<Role, Integer> ports;
    private final Map<Role, Process> processes = new EnumMap<>(Role.class);

    /** @param directory gets the logs; the store is made anew beside them */
    BrokerPair(Path directory) {
        this.directory = directory;
        try {
            Files.createDirectories(directory);
            this.store = Files.createTempDirectory(directory.toAbsolutePath(), "store");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.ports = Map.of(Role.PRIMARY, TestNetwork.port(), Role.BACKUP, TestNetwork.port());
    }

    /** Starts the primary, waits until it serves, starts the backup and waits until it watches. */
    BrokerPair start() {
        for (Role role : Role.values()) {
            start(role);
            await(role + " has started").atMost(PATIENCE).until(() -> log(role).contains(PairedBroker.STARTED));
        }
        assertThat(serves(Role.PRIMARY)).isTrue();
        assertThat(serves(Role.BACKUP)).isFalse();
        return this;
    }

    /** Starts one broker, without waiting. */
    void start(Role role) {
        try {
            processes.put(
                    role,
                    new ProcessBuilder(TestJava.command(
                                    List.of(
                                            "-Dio.netty.noUnsafe=false", // else Netty cannot free the journal's buffers
                                            "-Dc4i.broker.role=" + role.option(),
                                            "-Dc4i.broker.store=" + store,
                                            "-Dc4i.broker.address=127.0.0.1:" + port(role),
                                            "-Dartemis.instance.etc.uri=" + SHIPPED.toUri()),
                                    PairedBroker.class.getName(),
                                    SHIPPED.resolve("broker.xml").toUri().toString(),
                                    NodeYaml.MESH_USER,
                                    NodeFile.MESH_PASSWORD))
                            .redirectErrorStream(true)
                            .redirectOutput(logFile(role).toFile())
                            .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Both addresses, as nodes are configured with them. */
    String externalUrl() {
        return "127.0.0.1:" + port(Role.PRIMARY) + ",127.0.0.1:" + port(Role.BACKUP);
    }

    /** Whether that broker takes connections. */
    boolean serves(Role role) {
        try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port(role))) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** SIGKILL. */
    void kill(Role role) {
        Process process = processes.get(role);
        if (process != null) {
            process.destroyForcibly().onExit().join();
        }
    }

    private int port(Role role) {
        return Objects.requireNonNull(ports.get(role));
    }

    private Path logFile(Role role) {
        return directory.resolve("broker-" + role.option() + ".log");
    }

    /** What a broker has logged since it was started last. */
    private String log(Role role) {
        try {
            return Files.readString(logFile(role));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        processes.values().forEach(process -> process.destroyForcibly().onExit().join());
    }

    /** Which of the two. */
    enum Role {
        PRIMARY,
        BACKUP;

        private String option() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
