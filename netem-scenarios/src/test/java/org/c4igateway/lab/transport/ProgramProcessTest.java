package org.c4igateway.lab.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.c4igateway.lab.testbed.ClassPathFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Programs in processes of their own, one of which measures with the help of the other. */
class ProgramProcessTest {
    @TempDir
    private Path directory;

    /** Says nothing until its input ends. */
    static final class Silent {
        private Silent() {}

        public static void main(String[] words) throws IOException {
            System.in.readAllBytes();
        }
    }

    /** Ends at once. */
    static final class Ended {
        private Ended() {}

        public static void main(String[] words) {
            // There is nothing to do.
        }
    }

    /** Says whether a library that it uses would print each of its steps. */
    static final class Logging {
        private Logging() {}

        public static void main(String[] words) {
            TransportProgram.run(program -> program.say(
                    TransportProgram.DONE,
                    Boolean.toString(LoggerFactory.getLogger("library").isInfoEnabled())));
        }
    }

    /** Else what a middleware prints would be measured with it. */
    @Test
    void printsNoStepsOfAMiddleware() throws Exception {
        try (ProgramProcess program = start("logs", Logging.class)) {
            assertThat(program.next(Duration.ofMinutes(1))).isEqualTo(TransportProgram.DONE + " false");
        }
    }

    /** Who waits for the other does not know; a run without it has failed, and was not slow. */
    @Test
    void namesTheOneThatEndedWhileTheOtherWaitsForIt() throws Exception {
        try (ProgramProcess leading = start("leads", Silent.class);
                ProgramProcess working = start("works", Ended.class)) {
            assertThatIOException()
                    .isThrownBy(() -> leading.measured(Duration.ofMinutes(10), List.of(working)))
                    .isExactlyInstanceOf(IOException.class)
                    .withMessage("the program that works broke: it ended");
        }
    }

    @Test
    void isUnfinishedWhenAllWorkForLongerThanTheyMay() throws Exception {
        try (ProgramProcess leading = start("leads", Silent.class);
                ProgramProcess working = start("works", Silent.class)) {
            assertThatExceptionOfType(ProgramProcess.Unfinished.class)
                    .isThrownBy(() -> leading.measured(Duration.ofMillis(1), List.of(working)))
                    .withMessageContaining("leads did not finish");
        }
    }

    private ProgramProcess start(String name, Class<?> program) throws IOException {
        return ProgramProcess.start(
                List.of(),
                ClassPathFile.find(directory),
                new ProgramProcess.Program(name, program, List.of()),
                directory);
    }
}
