package org.c4igateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The audit of shipped libraries, in a tree of its own, with a scanner that only ends. */
class AuditTest {
    private static final Path SCRIPT =
            Path.of("..", "deploy", "audit.sh").toAbsolutePath().normalize();

    @TempDir
    private Path tree;

    private Path bin = Path.of("unset");

    /** What a run of the script came to. */
    private record Run(int status, String said) {}

    @BeforeEach
    void makeTree() throws IOException {
        Files.copy(SCRIPT, Files.createDirectories(tree.resolve("deploy")).resolve("audit.sh"));
        Path dist = Files.createDirectories(tree.resolve("c4i-cli/target/dist"));
        Files.writeString(dist.resolve("sbom.cdx.json"), "{}");
        bin = Files.createDirectories(tree.resolve("bin"));
        for (String tool : new String[] {"bash", "dirname", "timeout", "sh"}) {
            Files.createSymbolicLink(bin.resolve(tool), Path.of("/usr/bin", tool));
        }
    }

    @ParameterizedTest(name = "the scanner ends with {0}")
    @CsvSource({"0, 0", "1, 1", "2, 2", "127, 2", "137, 2"})
    void endsWellOnlyWhenTheScannerFoundNothing(int scanner, int expected) throws IOException, InterruptedException {
        Path file = Files.writeString(bin.resolve("osv-scanner"), "#!/bin/sh\necho looked\nexit " + scanner + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));

        Run run = audit();

        assertThat(run.status()).as(run.said()).isEqualTo(expected);
        assertThat(run.said()).contains("looked").doesNotContain("skipped");
    }

    @Test
    void isSkippedWhereThereIsNoScanner() throws IOException, InterruptedException {
        Run run = audit();

        assertThat(run.status()).as(run.said()).isEqualTo(77);
        assertThat(run.said()).startsWith("skipped: dependency audit: osv-scanner is not installed");
    }

    private Run audit() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        "/usr/bin/bash", tree.resolve("deploy/audit.sh").toString())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"));
        builder.environment().put("PATH", bin.toString());
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), said);
    }
}
