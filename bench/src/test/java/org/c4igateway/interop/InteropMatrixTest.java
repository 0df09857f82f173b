package org.c4igateway.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.interop.Outcome.Check;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class InteropMatrixTest {
    @TempDir
    private Path logs;

    @Test
    void goesOnWithTheOtherPairsWhenAPeerEnds() {
        Map<PeerKind, List<String>> commands = new EnumMap<>(PeerKind.class);
        commands.put(PeerKind.CYCLONE, List.of("sh", "-c", "echo READY; read one; read two; kill -SEGV $$"));
        commands.put(PeerKind.PYTHON, List.of("sh", "-c", "echo READY; read one; exit 3"));
        commands.put(PeerKind.FASTDDS, List.of("sh", "-c", "exit 5"));

        List<Outcome> outcomes = new InteropMatrix(commands, 61, logs, Duration.ofSeconds(60)).run();

        String cyclone = PeerKind.CYCLONE.title();
        String python = PeerKind.PYTHON.title();
        String fast = PeerKind.FASTDDS.title();
        assertThat(outcomes)
                .extracting(Outcome::writer, Outcome::reader, outcome -> outcome.cell(Check.LATE_JOINER))
                .containsExactly(
                        tuple(cyclone, python, cyclone + " has ended with status 139"),
                        tuple(python, cyclone, python + " has ended with status 3"),
                        tuple(cyclone, fast, fast + " has ended with status 5"),
                        tuple(fast, cyclone, fast + " has ended with status 5"),
                        tuple(python, fast, fast + " has ended with status 5"),
                        tuple(fast, python, fast + " has ended with status 5"));
        assertThat(outcomes).noneMatch(Outcome::passed);
    }
}
