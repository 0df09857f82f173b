package org.c4igateway.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.c4igateway.cli.security.Grant;
import org.c4igateway.cli.security.LabAuthority;
import org.c4igateway.cli.security.SecuritySetupException;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.TrafficClass;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Who gets what in a domain with DDS Security. Needs the program openssl and the library that
 * {@code ./c4i security library} builds; skipped with the reason where they are missing.
 */
@Tag("slow")
class SecuredDomainTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final TopicCatalogue CATALOGUE = TopicCatalogue.reference();
    private static final String ORDER = "KMTF_" + topicOf(TrafficClass.ORDER);
    private static final String REPORT = "KMTF_" + topicOf(TrafficClass.REPORT);

    @TempDir
    private Path directory;

    private final int domain = TestNetwork.domain();
    private final List<PeerProcess> peers = new ArrayList<>();
    private final PeerWorkspace peerWorkspace = new PeerWorkspace(Path.of("target", "interop"));

    private static String topicOf(TrafficClass group) {
        return CATALOGUE.topics().stream()
                .filter(topic -> topic.trafficClass() == group)
                .map(Topic::id)
                .findFirst()
                .orElseThrow();
    }

    @BeforeEach
    void makeCredentials() throws IOException, SecuritySetupException {
        assumeTrue(hasProgram("openssl"), "openssl is not installed");
        Files.createDirectories(peerWorkspace.directory());
        authority("lab", "ALPHA", "BRAVO=REPORT/*");
        authority("foreign", "MALLORY");
    }

    private static boolean hasProgram(String name) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, name)));
    }

    private void authority(String name, String... systems) throws SecuritySetupException {
        List<Grant> grants = new ArrayList<>();
        for (String system : systems) {
            grants.add(Grant.parse(system));
        }
        var _ = new LabAuthority(directory.resolve(name), 30)
                .prepare(grants, OptionalInt.of(domain), CATALOGUE, Instant.now());
    }

    @AfterEach
    void stop() {
        peers.forEach(PeerProcess::close);
    }

    private PeerProcess start(String name, String credentials) {
        List<String> command = new ArrayList<>(peerWorkspace.java(ApiPeer.class.getName(), "cyclone"));
        command.add(
                credentials.equals("-") ? "-" : directory.resolve(credentials).toString());
        command.add(Integer.toString(domain));
        PeerProcess peerProcess =
                new PeerProcess(name, command, peerWorkspace.directory().resolve("secured-" + name + ".log"));
        peers.add(peerProcess);
        boolean ready = peerProcess.await(PATIENCE, lines -> lines.contains("READY"));
        List<String> reasons = peerProcess.lines(line -> line.startsWith("UNAVAILABLE"));
        assumeTrue(reasons.isEmpty(), () -> reasons.getFirst());
        assertThat(ready).as(name + " starts").isTrue();
        return peerProcess;
    }

    @Test
    void letsMembersExchangeMessagesAndNobodyElse() {
        PeerProcess alpha = start("alpha", "lab/ALPHA");
        PeerProcess bravo = start("bravo", "lab/BRAVO");
        PeerProcess outsider = start("outsider", "-");
        PeerProcess mallory = start("mallory", "foreign/MALLORY");
        for (PeerProcess reader : List.of(bravo, outsider, mallory)) {
            reader.tell("reader " + ORDER + " reliable");
        }
        alpha.tell("writer " + ORDER + " reliable");
        assertThat(bravo.awaitMatched(ORDER, 1, PATIENCE)).as("BRAVO matches").isTrue();
        alpha.tell("write " + ORDER + " KEY-A 1");

        assertThat(bravo.await(PATIENCE, _ -> !bravo.received(ORDER, "KEY-A").isEmpty()))
                .as("BRAVO gets it")
                .isTrue();
        assertThat(alpha.await(PATIENCE, lines -> lines.stream().anyMatch(line -> line.startsWith("REFUSED"))))
                .as("ALPHA counts who is refused")
                .isTrue();
        for (PeerProcess stranger : List.of(outsider, mallory)) {
            stranger.tell("matched " + ORDER);
            assertThat(stranger.await(PATIENCE, lines -> lines.contains("MATCHED " + ORDER + " 0")))
                    .as(stranger.name() + " matches nobody")
                    .isTrue();
            assertThat(stranger.received(ORDER, "KEY-A")).as(stranger.name()).isEmpty();
        }
    }

    @Test
    void letsASystemWriteOnlyTheClassesItMay() {
        PeerProcess bravo = start("bravo", "lab/BRAVO");
        bravo.tell("writer " + ORDER + " reliable");
        assertThat(bravo.await(
                        PATIENCE,
                        lines -> lines.stream()
                                .anyMatch(line ->
                                        line.startsWith("ERROR writer " + ORDER) && line.contains("NotPermitted"))))
                .as("ORDER is refused: " + bravo.lines(_ -> true))
                .isTrue();
        bravo.tell("writer " + REPORT + " reliable");
        bravo.tell("matched " + REPORT);
        assertThat(bravo.await(PATIENCE, lines -> lines.contains("MATCHED " + REPORT + " 0")))
                .as("REPORT is allowed: " + bravo.lines(_ -> true))
                .isTrue();
    }
}
