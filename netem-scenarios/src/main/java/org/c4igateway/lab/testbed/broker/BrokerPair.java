package org.c4igateway.lab.testbed.broker;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.c4igateway.lab.testbed.ClassPathFile;
import org.c4igateway.lab.testbed.NodePlace;
import org.c4igateway.lab.testbed.ServiceProcess;
import org.c4igateway.lab.testbed.config.NodeYaml;

/**
 * Two external brokers on one store, each in a process of its own, with the files of {@code deploy/artemis}. One
 * serves, the other waits for its lock. Thread-safe.
 */
public final class BrokerPair implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String FILE = "broker.xml";
    private static final List<String> FILES = List.of(FILE, "ha-primary.xml", "ha-backup.xml");
    private static final String ADDRESSES = "(?s)<addresses>.*</addresses>";
    private static final String ADDRESS =
            "<address name=\"%1$s\"><anycast><queue name=\"%1$s\"><durable>false</durable></queue></anycast></address>";

    private final NodePlace place;
    private final Map<Role, Integer> ports;
    private final Map<Role, BrokerProcess> processes = new EnumMap<>(Role.class);

    private BrokerPair(NodePlace place, Map<Role, Integer> ports) {
        this.place = place;
        this.ports = ports;
    }

    /** Which of the two. */
    public enum Role {
        /** Serves at first. */
        PRIMARY,
        /** Takes over when the other has ended, and keeps it. */
        BACKUP;

        private String option() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Who uses it.
     *
     * @param systems whose queues it has
     * @param password of {@link NodeYaml#MESH_USER}
     */
    public record Users(List<String> systems, String password) {
        public Users {
            systems = List.copyOf(systems);
        }
    }

    /**
     * Writes the configuration into a directory, where the store and the logs will be, too; starts nothing.
     *
     * @param place where both run
     * @param ports on which they listen there, at all addresses
     */
    public static BrokerPair prepare(
            Path directory, NodePlace place, Map<Role, Integer> ports, Users users, ClassPathFile classPath)
            throws IOException {
        for (String file : FILES) {
            Files.writeString(directory.resolve(file), shipped(file).replaceFirst(ADDRESSES, addresses(users)));
        }
        Path store = Files.createTempDirectory(directory.toAbsolutePath(), "store");
        BrokerPair pair = new BrokerPair(place, Map.copyOf(ports));
        for (Role role : Role.values()) {
            pair.processes.put(role, pair.process(role, directory.toAbsolutePath(), store, users, classPath));
        }
        return pair;
    }

    private BrokerProcess process(Role role, Path directory, Path store, Users users, ClassPathFile classPath) {
        Path file = directory.resolve(FILE);
        String property = BrokerMain.PROPERTY;
        return new BrokerProcess(
                new ServiceProcess.Program(
                        "broker-" + role.option(),
                        place,
                        0,
                        BrokerMain.class.getName(),
                        List.of(file),
                        List.of(
                                "--config=" + file.toUri(),
                                "--user=" + NodeYaml.MESH_USER,
                                property + "c4i.broker.role=" + role.option(),
                                property + "c4i.broker.store=" + store,
                                property + "c4i.broker.address=0.0.0.0:" + port(role),
                                property + "artemis.instance.etc.uri=" + directory.toUri()),
                        Map.of(BrokerMain.PASSWORD, users.password())),
                new InetSocketAddress(place.managementHost(), port(role)),
                classPath);
    }

    private static String addresses(Users users) {
        return users.systems().stream()
                .flatMap(system -> List.of("kmtf." + system, "kmtf." + system + ".control").stream())
                .map(ADDRESS::formatted)
                .collect(Collectors.joining("\n", "<addresses>\n", "\n</addresses>"));
    }

    private static String shipped(String name) throws IOException {
        try (InputStream file = BrokerPair.class.getResourceAsStream("/deploy/artemis/" + name)) {
            if (file == null) {
                throw new IllegalStateException(name + " is not on the class path");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Starts the primary, waits until it serves, starts the backup and waits until it watches. */
    public void start() throws IOException, InterruptedException {
        for (Role role : Role.values()) {
            process(role).start();
            process(role).awaitStarted(PATIENCE);
        }
        if (!process(Role.PRIMARY).serves() || process(Role.BACKUP).serves()) {
            throw new IOException("not the primary serves, but the backup or neither");
        }
    }

    /** One of them. */
    public BrokerProcess process(Role role) {
        return Objects.requireNonNull(processes.get(role));
    }

    /** Both addresses, as nodes are configured with them. */
    public String externalUrl() {
        return place.host() + ":" + port(Role.PRIMARY) + "," + place.host() + ":" + port(Role.BACKUP);
    }

    private int port(Role role) {
        return Objects.requireNonNull(ports.get(role));
    }

    @Override
    public void close() {
        processes.values().forEach(BrokerProcess::close);
    }
}
