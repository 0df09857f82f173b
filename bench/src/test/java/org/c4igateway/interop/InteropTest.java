package org.c4igateway.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.interop.PeerKind.MissingPeerException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every two applications, both ways. What a machine lacks is skipped with the reason. */
@Tag("slow")
class InteropTest {
    private static final Path DIRECTORY = Path.of("target", "interop");

    @ParameterizedTest
    @MethodSource("pairs")
    void exchangesKeyedMessagesBothWays(PeerKind one, PeerKind other) throws IOException, InterruptedException {
        Files.createDirectories(DIRECTORY);
        PeerWorkspace peerWorkspace = new PeerWorkspace(DIRECTORY);
        Map<PeerKind, List<String>> commands = new LinkedHashMap<>();
        for (PeerKind kind : List.of(one, other)) {
            try {
                commands.put(kind, kind.prepare(peerWorkspace));
            } catch (MissingPeerException e) {
                assumeTrue(false, kind.title() + ": " + e.getMessage());
            }
        }
        int domain = TestNetwork.domain();

        List<Outcome> outcomes =
                new InteropMatrix(commands, domain, DIRECTORY.toAbsolutePath(), Duration.ofSeconds(60)).run();

        assertThat(outcomes)
                .hasSize(2)
                .allSatisfy(outcome ->
                        assertThat(outcome.passed()).as(outcome.toString()).isTrue());
    }

    static Stream<Arguments> pairs() {
        List<PeerKind> kinds = List.of(PeerKind.values());
        return IntStream.range(0, kinds.size())
                .boxed()
                .flatMap(i -> kinds.stream().skip(i + 1L).map(other -> Arguments.of(kinds.get(i), other)));
    }
}
