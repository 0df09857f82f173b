package org.c4igateway.dds.opendds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.c4igateway.dds.api.DdsException;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsUnavailableException;
import org.c4igateway.dds.api.DomainConfig;
import org.junit.jupiter.api.Test;

/** What is said when OpenDDS cannot be used. */
class OpenDdsProviderTest {
    @Test
    void givesTheReasonWhyAClassCouldNotBeInitialised() {
        DdsException reason = new DdsException("start OpenDDS failed");
        assertThat(OpenDdsProvider.unavailable(new ExceptionInInitializerError(reason)))
                .hasMessageContaining("cannot be loaded: " + reason);
    }

    @Test
    void keepsTheRemedyOfTheReason() {
        DdsUnavailableException reason = new DdsUnavailableException("no native part", "Build it.");
        assertThat(OpenDdsProvider.unavailable(new ExceptionInInitializerError(reason)))
                .isSameAs(reason);
    }

    /** In a process without the library path of {@code setenv.sh}, at the first attempt and at the next. */
    @Test
    void namesTheLibraryThatIsMissing() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        JoinTwice.class.getName())
                .redirectErrorStream(true);
        builder.environment().remove("LD_LIBRARY_PATH");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output.lines().filter(line -> line.startsWith("refused: ")))
                .as(output)
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains(".so", "cannot open shared object file"));
    }

    /** Tries to join a domain two times and says why it cannot. */
    static final class JoinTwice {
        private JoinTwice() {}

        public static void main(String[] args) {
            for (int i = 0; i < 2; i++) {
                try {
                    DdsProvider.named(OpenDdsProvider.NAME)
                            .open(DomainConfig.lan(0), event -> {})
                            .close();
                } catch (DdsUnavailableException e) {
                    System.out.println("refused: " + e.getMessage());
                }
            }
        }
    }
}
