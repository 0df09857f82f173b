package org.c4igateway.wan.app;

import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.topics.Topic;
import org.c4igateway.wan.TestLoops;
import org.c4igateway.wan.gateway.LanNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Two running services on the loopback interface with a node each; their files change while they carry. */
@ExtendWith(OutputCaptureExtension.class)
@Tag("slow")
abstract class WanServiceFixture {
    static final Duration SOON = Duration.ofSeconds(60);
    static final List<String> TOPICS = LanNode.CATALOGUE.topics().stream()
            .filter(Topic::reliable)
            .map(Topic::id)
            .toList();
    private static final String RELOADED = "Configuration reloaded";

    @TempDir
    Path directory;

    private final List<AutoCloseable> open = new ArrayList<>();
    final int domain = TestNetwork.domain();
    final int southDomain = TestNetwork.domain();
    final int northPort = TestNetwork.port();
    final int southPort = TestNetwork.port();
    LanNode alpha;
    LanNode bravo;

    @BeforeEach
    void start() throws IOException {
        KeyFile.create(directory.resolve("link.keys"));
        north(southPort, "rate: 9600");
        south(southPort);
        service("north.yaml");
        service("south.yaml");
        alpha = new LanNode(domain, "ALPHA", 11, "BRAVO");
        open.add(alpha);
        bravo = new LanNode(southDomain, "BRAVO", 12, "ALPHA");
        open.add(bravo);
        await().atMost(SOON).until(() -> alpha.reaches("BRAVO") && bravo.reaches("ALPHA"));
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private void service(String file) {
        WanService service = new WanService(
                new WanFile(directory.resolve(file)),
                new SimpleMeterRegistry(),
                InstantSource.system(),
                TestLoops.create(),
                fault -> {
                    throw fault;
                });
        service.start();
        open.add(service::stop);
    }

    void north(int peerPort, String... more) throws IOException {
        write("north.yaml", "NORTH", domain, "SOUTH", northPort, peerPort, more);
    }

    void south(int port) throws IOException {
        write("south.yaml", "SOUTH", southDomain, "NORTH", port, northPort, "rate: 10Mbit");
    }

    void write(String file, String site, int lan, String peer, int port, int peerPort, String... more)
            throws IOException {
        String text = """
            c4i:
              wan:
                site: %s
                lan: {domain-id: %d, network: {interfaces: [lo]}}
                links:
                  %s:
                    domain-id: 0
                    interfaces: [lo]
                    port: %d
                    peers: {%s: "127.0.0.1:%d"}
                    announcement: 1s
                    keys: %s
                    journal: {directory: %s}
            """.formatted(
                        site, lan, peer, port, peer, peerPort, directory.resolve("link.keys"), directory.resolve(site));
        StringBuilder all = new StringBuilder(text);
        for (String line : more) {
            all.append("        ").append(line).append('\n');
        }
        Path written = Files.writeString(directory.resolve(file + ".new"), all);
        Files.move(
                written, directory.resolve(file), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    static boolean isAccepted(SendOutcome outcome) {
        return outcome instanceof SendOutcome.Accepted;
    }

    static int reloads(CapturedOutput output) {
        return output.getOut().split(RELOADED, -1).length - 1;
    }
}
