package org.c4igateway.dbbridge.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A node with one thing wrong in its file does not start, and gives one message that names key, value, place and
 * remedy. The program runs as it does in production, up to where it would serve.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("slow")
class ConfigurationFaultsTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @MethodSource("org.c4igateway.dbbridge.node.NodeFileFaults#all")
    void givesOneMessageWithKeyValuePlaceAndRemedy(NodeFileFaults.Fault fault, CapturedOutput output)
            throws IOException {
        assertThat(NodeFileFaults.FILE).as("the text to replace").contains(fault.from());
        Path file = write(NodeFileFaults.FILE.replace(fault.from(), fault.to()));

        refuses(file);

        List<String> wanted = fault.wanted().stream()
                .map(text -> text.replace("@", file + ":"))
                .toList();
        assertThat(output.getAll())
                .contains(wanted)
                .contains("APPLICATION FAILED TO START", "Action:")
                .doesNotContain("\tat ", "Exception encountered", "secret\n", "long-enough");
        assertThat(output.getAll().split("APPLICATION FAILED TO START", -1))
                .as("messages")
                .hasSize(2);
        if (!fault.name().equals("missing directory of secrets")) {
            assertThat(output.getAll()).contains("GW-1");
        }
    }

    @Test
    void namesThePortOfHealthThatIsTaken(CapturedOutput output) throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Path file = write(NodeFileFaults.FILE.replace("  port: 0", "  port: " + taken.getLocalPort()));

            refuses(file);

            assertThat(output.getAll())
                    .contains(
                            "GW-103: server.port: " + taken.getLocalPort() + " was already in use (" + file + ":21:9)")
                    .contains("set server.port to a free one");
        }
    }

    @Test
    void namesThePlaceOfAnOverride(CapturedOutput output) throws IOException {
        refuses(write(NodeFileFaults.FILE), "--c4i.flow.fetch-rows=none");

        assertThat(output.getAll()).contains("c4i.flow.fetch-rows: 'none' is not a whole number (command line)");
    }

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("alpha.yaml"), text);
    }

    private static void refuses(Path file, String... more) {
        List<String> arguments = new ArrayList<>(List.of("--spring.config.additional-location=" + file.toUri()));
        arguments.addAll(Arrays.asList(more));
        try (ConfigurableApplicationContext started =
                new SpringApplication(NodeApplication.class).run(arguments.toArray(String[]::new))) {
            fail("the node started: " + started);
        } catch (RuntimeException e) {
            assertThat(e).isNotNull(); // what it says is in the output
        }
    }
}
