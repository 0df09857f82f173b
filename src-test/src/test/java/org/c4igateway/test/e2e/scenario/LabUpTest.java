package org.c4igateway.test.e2e.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.c4igateway.test.e2e.mesh.CommandLineRun;
import org.c4igateway.test.e2e.mesh.Namespaces;
import org.c4igateway.test.process.TestJava;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The network of a scenario, kept by the command while a user works in it. */
@Tag("slow")
@Timeout(300)
class LabUpTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** Exit status of {@code timeout} when the time was up; a port without a listener answers earlier. */
    private static final int NO_ANSWER = 124;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by the extension
    private Path directory;

    @Test
    void keepsANetworkWhoseLinksCanBeChangedUntilItIsTold() throws IOException, InterruptedException {
        Namespaces.require();
        Path output = directory.resolve("output");
        List<String> command = new ArrayList<>(TestJava.command(List.of(), CommandLineRun.MAIN));
        String scenarios =
                Path.of("..", "netem-scenarios", "scenarios").toAbsolutePath().toString();
        command.addAll(List.of("lab", "up", "smoke", "--scenarios", scenarios));
        Process lab = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try (Writer in = lab.outputWriter(StandardCharsets.UTF_8)) {
            awaitLine(output, "Commands: ");
            assertThat(lines(output)).contains("link: from ALPHA 1 Mbit/s, 5 % lost; from BRAVO 1 Mbit/s, 5 % lost");
            tell(in, "clear link");
            awaitLine(output, "link: from ALPHA clear; from BRAVO clear");
            assertThat(reach(output)).isNotEqualTo(NO_ANSWER);

            tell(in, "silence link");
            awaitLine(output, "link: from ALPHA 100 % lost");
            assertThat(reach(output)).isEqualTo(NO_ANSWER);

            tell(in, "impair link {delay: 20ms, los: 5 %}");
            awaitLine(output, "c4i: impair:1");
            tell(in, "impair link {rate: 256k, delay: 20ms}");
            awaitLine(output, "link: from ALPHA 256 kbit/s, 20 ms");
            assertThat(reach(output)).isNotEqualTo(NO_ANSWER);
            tell(in, "jam link");
            awaitLine(output, "c4i: no command 'jam'");
            tell(in, "quit");
            assertThat(lab.waitFor()).as(String.join("\n", lines(output))).isZero();
        } finally {
            lab.destroy();
            lab.onExit().join();
        }
        assertThat(Path.of(namespace(output))).doesNotExist();
    }

    private static void tell(Writer in, String line) throws IOException {
        in.write(line + "\n");
        in.flush();
    }

    private static void awaitLine(Path output, String beginning) {
        await(beginning)
                .atMost(PATIENCE)
                .until(() -> lines(output).stream().anyMatch(line -> line.startsWith(beginning)));
    }

    private static List<String> lines(Path output) {
        try {
            return Files.readAllLines(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Tries to connect from ALPHA to BRAVO, in the shell that the command tells. @return exit status */
    private static int reach(Path output) throws IOException, InterruptedException {
        String address = lines(output).stream()
                .filter(line -> line.startsWith("BRAVO  "))
                .map(line -> line.substring("BRAVO  ".length()))
                .findFirst()
                .orElseThrow();
        List<String> command = Stream.concat(
                        Stream.of(shell(output).split(" ")),
                        Stream.of("-c", "timeout 3 bash -c 'exec 3<>/dev/tcp/" + address + "/9'"))
                .toList();
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    /** @return the command of ALPHA, which is the first host */
    private static String shell(Path output) {
        return lines(output).stream()
                .filter(line -> line.startsWith("  shell "))
                .map(line -> line.substring("  shell ".length()).strip())
                .findFirst()
                .orElseThrow();
    }

    private static String namespace(Path output) {
        return shell(output).replaceFirst(".*--net=(\\S+) .*", "$1");
    }
}
