package org.c4igateway.wan.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.c4igateway.core.fault.GatewayException;
import org.junit.jupiter.params.provider.MethodSource;

/** The file of a WAN gateway is read, or refused with a fault that says what to do. */
class WanFileFuzzTest {
    static Stream<byte[]> seeds() {
        return Stream.of("""
                        c4i:
                          wan:
                            site: NORTH
                            lan: {domain: 4}
                            wan: {domain: 5}
                            links:
                              south:
                                sites: [SOUTH]
                                rate: 64kbit/s
                                keys: {seal: 1}
                        """, "c4i.wan.site: ${HOME}\nc4i.wan.links[0]: 1\n", "a: &a [*a]\n--- \nc4i: {wan: ~}\n")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest
    void readsAFileOrSaysWhatToDo(byte[] content) throws IOException {
        Path file = Files.createTempFile("gateway", ".yaml");
        try {
            Files.write(file, content);
            assertThat(new WanFile(file).read()).isNotNull();
        } catch (GatewayException.Fatal e) {
            assertThat(e).hasMessageMatching("(?s).*\\S.*");
        } finally {
            Files.delete(file);
        }
    }
}
