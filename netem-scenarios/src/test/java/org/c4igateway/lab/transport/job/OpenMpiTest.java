package org.c4igateway.lab.transport.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that end, that break and that take too long, in the place of Open MPI. */
class OpenMpiTest {
    @TempDir
    private Path directory;

    @Test
    void tellsWhatTakesTooLongFromWhatBreaks() throws Exception {
        OpenMpi reference = new OpenMpi(List.of(), Duration.ofMinutes(1), directory);

        assertThat(reference.output(List.of("echo", "done"), Duration.ofMinutes(1)))
                .contains(List.of("done"));
        assertThat(reference.output(List.of("sleep", "1000"), Duration.ofMillis(1)))
                .isEmpty();
        assertThatIOException()
                .isThrownBy(() -> reference.output(List.of("false"), Duration.ofMinutes(1)))
                .withMessageContaining("ended with status 1");
    }
}
