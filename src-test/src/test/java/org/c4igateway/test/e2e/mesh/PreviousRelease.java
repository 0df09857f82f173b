package org.c4igateway.test.e2e.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.c4igateway.lab.testbed.ClassPathFile;

/** The distribution of the release before this one, which {@code deploy/previous-release.sh} makes. */
public final class PreviousRelease {
    private static final String VARIABLE = "C4I_PREVIOUS_DIST";

    private PreviousRelease() {}

    /** Skips the test where there is none. */
    public static ClassPathFile require() {
        String distribution = System.getenv(VARIABLE);
        assumeTrue(
                distribution != null && !distribution.isBlank(),
                VARIABLE + " names no distribution of the release before; deploy/previous-release.sh makes one");
        Path jar = Path.of(String.valueOf(distribution), "c4i-app.jar");
        assertThat(jar).as("the distribution that %s names", VARIABLE).exists();
        try {
            Path directory = Files.createDirectories(Path.of("target", "e2e", "previous-release"));
            return ClassPathFile.write(directory.toAbsolutePath(), jar.toString(), null, "-XX:TieredStopAtLevel=1");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
