package org.c4igateway.cli;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.c4igateway.lab.tool.ToolRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The launcher script on a tree of its own, with a Maven that only writes down that it was called. */
class LauncherTest {
    private static final Path LAUNCHER = Path.of("..", "c4i").toAbsolutePath().normalize();

    private static final Path SHIPPED = Path.of("src", "main", "dist").toAbsolutePath();
    private static final Path OPTIONS = Path.of("..", "app-base", "src", "main", "resources", "service.args")
            .toAbsolutePath();

    /**
     * Answers -v as Maven does; else logs the call, fails when told to, and leaves a jar whose C4i prints its
     * arguments.
     */
    private static final String MAVEN = """
            #!/usr/bin/env bash
            if [ "$1" = -v ]; then echo "Apache Maven 3.9.9 (stub)"; exit 0; fi
            echo "$*" >> "$STUB_CALLS"
            if [ -n "${STUB_FAILS:-}" ]; then echo "[ERROR] something is broken"; exit 1; fi
            mkdir -p c4i-cli/target
            cp -R c4i-cli/src/main/dist c4i-cli/target/dist
            cp "$STUB_JAR" c4i-cli/target/dist/c4i-app.jar
            """;

    private static final String MAIN = """
            package org.c4igateway.cli;
            public class C4i {
                public static void main(String[] args) throws Exception {
                    System.out.println("ran " + String.join(" ", args));
                    if (System.getenv("STUB_RUNS") instanceof String command) {
                        System.exit(new ProcessBuilder("sh", "-c", command).inheritIO().start().waitFor());
                    }
                }
            }
            """;

    /** Starts a process whose parent ends, and waits at most 20 s until it is gone after its own end. */
    private static final String ORPHAN = """
            orphan=$(sh -c 'sleep 0.1 >&2 & echo $!')
            tries=0
            while [ -d /proc/$orphan ] && [ $tries -lt 200 ]; do tries=$((tries + 1)); sleep 0.1; done
            if [ -d /proc/$orphan ]; then grep State /proc/$orphan/status; else echo reaped; fi
            exit 7
            """;

    @TempDir
    Path directory;

    private Path tree = Path.of("unset");

    @BeforeEach
    void makeTree() throws IOException {
        assumeThat(Files.isExecutable(Path.of("/bin/bash")) || Files.isExecutable(Path.of("/usr/bin/bash")))
                .as("the launcher needs bash")
                .isTrue();
        tree = Files.createDirectories(directory.resolve("a tree"));
        Files.copy(LAUNCHER, tree.resolve("c4i"), COPY_ATTRIBUTES);
        Path shipped = Files.createDirectories(tree.resolve("c4i-cli/src/main/dist"));
        for (String file : List.of("c4i", "java-home.sh")) {
            Files.copy(SHIPPED.resolve(file), shipped.resolve(file), COPY_ATTRIBUTES);
        }
        Files.copy(OPTIONS, shipped.resolve("service.args"));
        Files.writeString(tree.resolve("pom.xml"), "<project>\n  <version>1.2.3</version>\n</project>\n");
        Files.writeString(
                Files.createDirectories(tree.resolve("core/src/main/java")).resolve("A.java"), "class A {}\n");
        Files.createDirectories(directory.resolve("bin"));
        program("mvn", MAVEN);
        makeJar();
    }

    @Test
    void buildsOnFirstUseAndNotAgain() throws IOException, InterruptedException {
        assertThat(launch("topics", "list").out()).isEqualTo("ran topics list\n");
        assertThat(launch("status").out()).isEqualTo("ran status\n");

        assertThat(builds()).hasSize(1);
    }

    @Test
    void buildsAgainWhenASourceChangesAndNotWhenOnlyItsTimeDoes() throws IOException, InterruptedException {
        Path source = tree.resolve("core/src/main/java/A.java");
        launch("status");
        Files.setLastModifiedTime(source, FileTime.fromMillis(0));
        launch("status");
        assertThat(builds()).hasSize(1);

        Files.writeString(source, "class A { int changed; }\n");
        launch("status");
        assertThat(builds()).hasSize(2);

        Files.delete(source);
        launch("status");
        assertThat(builds()).hasSize(3);
    }

    @Test
    void doesNotBuildAgainForATestOrADocument() throws IOException, InterruptedException {
        launch("status");
        Files.writeString(
                Files.createDirectories(tree.resolve("core/src/test/java")).resolve("ATest.java"), "class ATest {}");
        Files.writeString(Files.createDirectories(tree.resolve("docs")).resolve("page.md"), "text");
        launch("status");

        assertThat(builds()).hasSize(1);
    }

    @Test
    void namesTheTargetsOfFuzzingWhenItKnowsNoneOfThatName() throws IOException, InterruptedException {
        Path tests = Files.createDirectories(tree.resolve("core/src/test/java/a"));
        Files.writeString(
                tests.resolve("XFuzzTest.java"),
                "class XFuzzTest {\n    @MethodSource(\"s\")\n    @FuzzTest\n    void readsX(byte[] b) {}\n}\n");

        Run run = launch("fuzz", "YFuzzTest");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("XFuzzTest.readsX");
        assertThat(launch("fuzz", "--seconds", "x").err()).contains("needs a number");
        assertThat(builds()).isEmpty();
    }

    @Test
    void namesTheOptionsOfTheSimulationBeforeItBuilds() throws IOException, InterruptedException {
        Run run = launch("simulate", "--lives", "3");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("--lives", "simulate [--seeds N] [--seed FIRST] [--defect NAME]");
        assertThat(builds()).isEmpty();
    }

    @Test
    void doctorSaysWhatTheBuildLacksBeforeItBuilds() throws IOException, InterruptedException {
        Path python = program("python3", "#!/bin/sh\nexit 1\n");

        Run lacking = launch("doctor");

        assertThat(lacking.status()).isEqualTo(1);
        assertThat(lacking.out())
                .contains("ok       Maven", "3.9.9")
                .contains("missing! Python with pip", "apt install python3 python3-pip")
                .endsWith("The build cannot run here; see the lines marked !\n");
        assertThat(builds()).isEmpty();

        Files.delete(python);
        assertThat(launch("doctor").out()).contains("ok       Python with pip").endsWith("ran doctor\n");
        assertThat(launch("doctor").out()).isEqualTo("ran doctor\n");
    }

    @Test
    void worksThroughALinkFromAnotherDirectory() throws IOException, InterruptedException {
        Path link = Files.createSymbolicLink(directory.resolve("gw"), tree.resolve("c4i"));

        Run run = launch(directory, List.of(link.toString(), "send", "x y.mtf"), Map.of());

        assertThat(run.out()).isEqualTo("ran send x y.mtf\n");
    }

    @Test
    void showsTheErrorsOfAFailedBuildAndTriesAgainNextTime() throws IOException, InterruptedException {
        Run failed = launch(tree, List.of("./c4i", "status"), Map.of("STUB_FAILS", "yes"));
        assertThat(failed.status()).isEqualTo(2);
        assertThat(failed.err()).contains("something is broken").contains("build-product.log");

        assertThat(launch("status").status()).isZero();
        assertThat(builds()).hasSize(2);
    }

    @Test
    void buildsOnceForTwoAtATime() throws IOException, InterruptedException {
        Process first = start(tree, List.of("./c4i", "status"), Map.of(), ProcessBuilder.Redirect.DISCARD);
        Process second = start(tree, List.of("./c4i", "status"), Map.of(), ProcessBuilder.Redirect.DISCARD);

        assertThat(first.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(List.of(first.exitValue(), second.exitValue())).containsOnly(0);
        assertThat(builds()).hasSize(1);
    }

    @Test
    void refusesAJdkOfAnotherReleaseByName() throws IOException, InterruptedException {
        Run run = launch(tree, List.of("./c4i", "status"), Map.of("C4I_JAVA_HOME", directory.toString()));

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("C4I_JAVA_HOME=" + directory).contains("not a JDK 25");
    }

    @Test
    void answersHelpAndVersionWithoutBuilding() throws IOException, InterruptedException {
        assertThat(launch("--version").out()).isEqualTo("c4i 1.2.3\n");
        assertThat(launch("help").out()).startsWith("Usage: c4i COMMAND");
        assertThat(launch("help").status()).isZero();
        assertThat(launch().status()).isEqualTo(2);
        assertThat(builds()).isEmpty();
    }

    @Test
    void namesEveryCommandInItsHelp() throws IOException, InterruptedException {
        String help = launch("help").out();

        assertThat(Arrays.stream(C4i.class
                                .getAnnotation(CommandLine.Command.class)
                                .subcommands())
                        .map(command -> command.getAnnotation(CommandLine.Command.class))
                        .filter(command -> !command.hidden())
                        .map(CommandLine.Command::name))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(help).containsPattern("(?m)^  " + name + "\\b"));
    }

    @Test
    void leavesNoZombiesInASandbox() throws IOException, InterruptedException {
        assumeThat(ToolRun.of("unshare", "-Urn", "true").succeeded())
                .as("sandboxes need namespaces")
                .isTrue();
        List<String> command = List.of("./c4i", "chaos", "--seed=1");

        Run run = launch(tree, command, Map.of("STUB_RUNS", ORPHAN));

        assertThat(run.out()).isEqualTo("ran chaos --seed=1\nreaped\n");
        assertThat(run.status()).as("status of the command").isEqualTo(7);
    }

    private Path program(String name, String script) throws IOException {
        Path file = Files.writeString(directory.resolve("bin").resolve(name), script);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void makeJar() throws IOException {
        Path source = Files.createDirectories(directory.resolve("main/org/c4igateway/cli"))
                .resolve("C4i.java");
        Files.writeString(source, MAIN);
        Path classes = directory.resolve("classes");
        run("javac", "-d", classes.toString(), source.toString());
        run("jar", "cf", directory.resolve("stub.jar").toString(), "-C", classes.toString(), ".");
    }

    private static void run(String tool, String... arguments) {
        assertThat(ToolProvider.findFirst(tool).orElseThrow().run(System.out, System.err, arguments))
                .isZero();
    }

    private List<String> builds() throws IOException {
        Path calls = directory.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    private Run launch(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                Stream.concat(Stream.of("./c4i"), Stream.of(arguments)).toList();
        return launch(tree, command, Map.of());
    }

    private Run launch(Path from, List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        File err = Files.createTempFile(directory, "err", "").toFile();
        Process process = start(from, command, environment, ProcessBuilder.Redirect.to(err));
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), out, Files.readString(err.toPath()));
    }

    private Process start(Path from, List<String> command, Map<String, String> environment, ProcessBuilder.Redirect err)
            throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(from.toFile()).redirectError(err);
        Map<String, String> variables = builder.environment();
        variables.keySet().removeIf(name -> name.startsWith("C4I_"));
        variables.put("JAVA_HOME", System.getProperty("java.home"));
        variables.put("PATH", directory.resolve("bin") + File.pathSeparator + variables.get("PATH"));
        variables.put("STUB_CALLS", directory.resolve("calls").toString());
        variables.put("STUB_JAR", directory.resolve("stub.jar").toString());
        variables.putAll(environment);
        return builder.start();
    }

    private record Run(int status, String out, String err) {}
}
