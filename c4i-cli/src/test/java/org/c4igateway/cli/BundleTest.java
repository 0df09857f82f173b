package org.c4igateway.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that makes the bundle, on a tree of its own. */
class BundleTest {
    private static final Path SCRIPT =
            Path.of("..", "deploy", "bundle.sh").toAbsolutePath().normalize();

    @TempDir
    Path directory;

    private Path tree = Path.of("unset");
    private Path out = Path.of("unset");

    @BeforeEach
    void makeTree() throws IOException, InterruptedException {
        assumeThat(run("tar", "--version").output()).as("GNU tar").contains("GNU tar");
        tree = directory.resolve("a tree");
        out = directory.resolve("out");
        for (String file : List.of(
                "CHANGELOG.md",
                "LICENSE",
                "NOTICE",
                "docs/install.md",
                "examples/README.md",
                "samples/a.mtf",
                "netem-scenarios/scenarios/smoke.yaml",
                "deploy/bundle/README.md",
                "deploy/systemd/a.service",
                "deploy/prometheus/a.yml",
                "deploy/grafana/a.json",
                "deploy/artemis/a.xml",
                "deploy/helm/a/Chart.yaml",
                "c4i-cli/target/dist/c4i",
                "c4i-cli/target/dist/lib/a.jar",
                "c4i-cli/target/dist/node.aot",
                "c4i-cli/target/dist/sbom.cdx.json")) {
            write(file, "content of " + file + "\n");
        }
        write("c4i-cli/target/dist/VERSION", "1.2.3\n");
        write("pom.xml", "<project.build.outputTimestamp>2026-11-21T00:00:00Z</project.build.outputTimestamp>\n");
    }

    @Test
    void givesTheSameBytesForTheSameFilesWheneverTheyWereWritten() throws IOException, InterruptedException {
        byte[] first = Files.readAllBytes(bundle());
        Files.setLastModifiedTime(tree.resolve("c4i-cli/target/dist/lib/a.jar"), FileTime.fromMillis(0));
        Files.setLastModifiedTime(tree.resolve("docs"), FileTime.fromMillis(0));

        assertThat(Files.readAllBytes(bundle())).isEqualTo(first);
    }

    @Test
    void unpacksToFilesThatMatchTheirChecksums() throws IOException, InterruptedException {
        Path top = unpackedBundle();

        Run check = run("sh", "-c", "cd '" + top + "' && sha256sum -c SHA256SUMS");

        assertThat(check.status()).as(check.output()).isZero();
        assertThat(check.output())
                .contains(
                        "lib/a.jar: OK",
                        "docs/install.md: OK",
                        "examples/README.md: OK",
                        "deploy/systemd/a.service: OK");
        assertThat(Files.isExecutable(top.resolve("c4i"))).isTrue();
        assertThat(top.resolve("node.aot")).doesNotExist();
    }

    @Test
    void hasAPageOfItsOwnThatLeadsFromItsTop() throws IOException, InterruptedException {
        write("README.md", "of the source tree\n");
        write("deploy/bundle/README.md", "See [how](../../docs/install.md) and [what](../../examples/README.md).\n");

        assertThat(unpackedBundle().resolve("README.md"))
                .hasContent("See [how](docs/install.md) and [what](examples/README.md).\n");
    }

    @Test
    void makesLinksPlainThatLeadToNothingInTheBundle() throws IOException, InterruptedException {
        write("src/Test.java", "class Test {}\n");
        write("docs/wan.md", "# Links\n\n<a id=\"relay\"></a>A relay.\n\n## A link: up\n\n```\n## code\n```\n");
        write("docs/install.md", """
                [a page](wan.md), [a place](wan.md#a-link-up), [another](wan.md#relay), [none](wan.md#down), [code](wan.md#code),
                [a file](../deploy/systemd/a.service), [a directory](../samples), [elsewhere](https://example.org/a),
                [`Test`](../src/Test.java), [a
                test](../src/Test.java), `[code](../src/Test.java)`, [outside](../../pom.xml).

                ```
                [code](../src/Test.java)
                ```
                """);

        assertThat(unpackedBundle().resolve("docs/install.md")).hasContent("""
                [a page](wan.md), [a place](wan.md#a-link-up), [another](wan.md#relay), none, code,
                [a file](../deploy/systemd/a.service), [a directory](../samples), [elsewhere](https://example.org/a),
                `Test`, a
                test, `[code](../src/Test.java)`, outside.

                ```
                [code](../src/Test.java)
                ```
                """);
    }

    @Test
    void refusesToLeaveOutTheListOfComponents() throws IOException, InterruptedException {
        Files.delete(tree.resolve("c4i-cli/target/dist/sbom.cdx.json"));

        Run refused = run("bash", SCRIPT.toString(), tree.toString(), out.toString());

        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.output()).contains("no list of components");
        assertThat(out).doesNotExist();
    }

    /** Of the class path, from which the directory of libraries is made; commands start databases from it. */
    @Test
    void carriesPostgresqlForThePlatformOfTheGatewayOnly() {
        assertThat(BundleTest.class.getResource("/postgres-linux-x86_64.txz")).isNotNull();
        assertThat(List.of("darwin-x86_64", "windows-x86_64", "linux-x86_64-alpine_linux"))
                .allSatisfy(other -> assertThat(BundleTest.class.getResource("/postgres-" + other + ".txz"))
                        .as(other)
                        .isNull());
    }

    private Path bundle() throws IOException, InterruptedException {
        Run made = run("bash", SCRIPT.toString(), tree.toString(), out.toString());
        assertThat(made.status()).as(made.output()).isZero();
        return Path.of(made.output().strip());
    }

    private Path unpackedBundle() throws IOException, InterruptedException {
        Path site = Files.createDirectories(directory.resolve("site"));
        Run unpacked = run("tar", "-xzf", bundle().toString(), "-C", site.toString());
        assertThat(unpacked.status()).as(unpacked.output()).isZero();
        return site.resolve("c4i-1.2.3");
    }

    private void write(String file, String content) throws IOException {
        Path path = tree.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    private static Run run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), output);
    }

    private record Run(int status, String output) {}
}
