package org.c4igateway.wan.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.c4igateway.core.fault.GatewayException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WanVariablesTest {
    @TempDir
    private Path directory;

    private WanFile file(String site) throws IOException {
        String text = """
                c4i:
                  wan:
                    site: SITE
                    lan: {domain-id: 1}
                    links:
                      SOUTH: {peers: {SOUTH: "10.0.0.2:7600"}, rate: 128kbit, keys: south.keys}
                """;
        return new WanFile(Files.writeString(directory.resolve("north.yaml"), text.replace("SITE", site)));
    }

    @Test
    void refusesAVariableThatIsNotSet() throws IOException {
        WanFile file = file("${C4I_TEST_NOT_SET}");

        assertThatThrownBy(file::read)
                .isInstanceOf(GatewayException.Fatal.class)
                .hasMessageContaining("c4i.wan.site refers to ${C4I_TEST_NOT_SET}, which is not set");
    }

    @Test
    void takesTheDefaultOfAVariableThatIsNotSet() throws IOException {
        assertThat(file("${C4I_TEST_NOT_SET:NORTH}").read().site()).isEqualTo("NORTH");
    }
}
