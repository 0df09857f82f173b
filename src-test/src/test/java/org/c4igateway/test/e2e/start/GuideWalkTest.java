package org.c4igateway.test.e2e.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.test.e2e.mesh.CommandLineRun;
import org.c4igateway.test.process.TestJava;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the walk of the guide as it stands, in one shell, against a PostgreSQL of its own. Only ports differ from the
 * page, and the launcher does not build.
 */
@Tag("slow")
class GuideWalkTest {
    private static final Path GUIDE = Path.of("..", "docs", "guide.md");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(bash|yaml)\\n(.*?)^```$");
    private static final Pattern NAME = Pattern.compile("# (\\w+\\.yaml)\\n");

    /** Guards against a hang only. */
    private static final int PATIENCE_MINUTES = 6;

    @TempDir
    Path directory;

    @BeforeAll
    static void prepare() {
        TestJava.prepare();
    }

    private static String walk() throws IOException {
        String text = Files.readString(GUIDE);
        int start = text.indexOf("\n## From CREATE DATABASE to a delivered row\n");
        assertThat(start).as("the guide has the walk").isNotNegative();
        return text.substring(start, text.indexOf("\n## 1. ", start));
    }

    private static List<MatchResult> blocks(String walk) {
        return BLOCK.matcher(walk).results().toList();
    }

    @Test
    void leadsFromAnEmptyServerToDeliveredRows(@TempDir Path data)
            throws IOException, InterruptedException, SQLException {
        for (String tool : List.of("bash", "psql", "curl")) {
            assumeThat(isInstalled(tool)).as(tool + " is not installed").isTrue();
        }
        try (PasswordServer server = PasswordServer.start(data, "postgres-secret")) {
            writeLauncher();
            String walk = walk();
            String[] literal = {"5432", "61616", "61617", "8080", "8081"};
            walk = walk.replace(literal[0], Integer.toString(server.port()));
            for (int i = 1; i < literal.length; i++) {
                walk = walk.replace(literal[i], Integer.toString(TestNetwork.port()));
            }
            String output = run(walk);

            assertThat(output).containsPattern("BRAVO +\\| delivered\\n.*BRAVO +\\| delivered\\n\\(2 rows\\)");
            assertThat(output).containsPattern("ALPHA +\\| A004\\n.*ALPHA +\\| A004\\n\\(2 rows\\)");
            assertThat(output)
                    .contains("100 messages submitted in ")
                    .containsPattern("BRAVO +100 +\\d+ +\\d+ +0 +0 +0 +0\n");
        }
    }

    /** Writes the files that the page shows, and runs its other blocks; whatever they started ends with the shell. */
    private String run(String walk) throws IOException, InterruptedException {
        StringBuilder script = new StringBuilder("set -eu\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n");
        for (MatchResult block : blocks(walk)) {
            String text = block.group(2);
            if (block.group(1).equals("yaml")) {
                String name =
                        NAME.matcher(text).results().findFirst().orElseThrow().group(1);
                Files.writeString(directory.resolve(name), text);
            } else {
                // The nodes are ended by a signal, which is not a failure of the walk.
                script.append(text.equals("kill %1 %2\nwait\n") ? "kill %1 %2\nwait || true\n" : text);
            }
        }
        Path output = directory.resolve("output");
        Process bash = bash(Files.writeString(directory.resolve("walk.sh"), script), output);
        boolean ended = bash.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES);
        if (!ended) {
            bash.descendants().forEach(ProcessHandle::destroyForcibly);
            bash.destroyForcibly().waitFor();
        }
        String text = Files.readString(output);
        assertThat(ended && bash.exitValue() == 0).as(text + logs()).isTrue();
        return text;
    }

    /** With -m background processes are jobs, as in the shell of a person. */
    private Process bash(Path script, Path output) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("bash", "-m", script.toString())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("C4I_") || name.startsWith("PG"));
        return builder.start();
    }

    private String logs() throws IOException {
        StringBuilder logs = new StringBuilder();
        for (String name : List.of("alpha.log", "bravo.log")) {
            if (Files.exists(directory.resolve(name))) {
                logs.append('\n').append(name).append('\n').append(Files.readString(directory.resolve(name)));
            }
        }
        return logs.toString();
    }

    /** As the shipped one: a node has its own logging, a command is quiet. */
    private void writeLauncher() throws IOException {
        Path launcher = Files.writeString(
                directory.resolve("c4i"),
                "#!/bin/sh\nif [ \"$1\" = node ]; then\n" + command(List.of()) + "\nfi\n"
                        + command(List.of("-Dlogback.configurationFile=c4i-logback.xml")) + "\n");
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createSymbolicLink(
                directory.resolve("samples"),
                Path.of("..", "samples").toAbsolutePath().normalize());
    }

    private static String command(List<String> options) {
        return TestJava.command(options, CommandLineRun.MAIN).stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" ", "exec ", " \"$@\""));
    }

    private static boolean isInstalled(String tool) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(path -> Files.isExecutable(Path.of(path, tool)));
    }
}
