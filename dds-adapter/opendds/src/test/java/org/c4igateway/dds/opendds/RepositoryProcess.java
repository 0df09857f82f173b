package org.c4igateway.dds.opendds;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A {@code DCPSInfoRepo} of the installation that {@code DDS_ROOT} names, on the loopback interface. */
final class RepositoryProcess implements AutoCloseable {
    private static final Path DIRECTORY = Path.of("target", "repository");

    private final Process process;
    private final int port;

    private RepositoryProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** @return the program, where the installation has it */
    static Optional<Path> program() {
        return Optional.ofNullable(System.getenv("DDS_ROOT"))
                .map(root -> Path.of(root, "bin", "DCPSInfoRepo"))
                .filter(Files::isExecutable);
    }

    static RepositoryProcess start(Path program) throws IOException {
        Files.createDirectories(DIRECTORY);
        int port = freePort();
        Process process = new ProcessBuilder(
                        program.toString(),
                        "-ORBListenEndpoints",
                        "iiop://127.0.0.1:" + port,
                        "-ORBDottedDecimalAddresses",
                        "1",
                        "-a",
                        "127.0.0.1:0",
                        "-o",
                        DIRECTORY.resolve("repository.ior").toString())
                .redirectErrorStream(true)
                .redirectOutput(DIRECTORY.resolve("repository.log").toFile())
                .start();
        RepositoryProcess repository = new RepositoryProcess(process, port);
        await("the repository listens").atMost(Duration.ofSeconds(30)).until(repository::listens);
        return repository;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private boolean listens() {
        try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
