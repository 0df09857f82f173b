package org.c4igateway.wan.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Frames of a link beyond the ordinary windows, as the configuration file has them. */
class LinkWindowTest {
    @TempDir
    private Path directory;

    @Test
    void followsFromTheRateWithinTheHeapAndTheRoomOfTheDomain() throws IOException {
        long heap = Runtime.getRuntime().maxMemory() / 8;

        assertThat(wideFrames("rate: 128kbit")).isZero();
        assertThat(wideFrames("rate: 20Mbit")).as("what 12 s carry").isBetween(11_000, 13_300);
        assertThat(wideFrames("rate: 1Gbit")).isEqualTo((int) (Math.min(heap, 32L << 20) / 1_400));
    }

    @Test
    void isASmallerPartOfTheHeapAndTheRoomWhereThereAreMoreLinks() throws IOException {
        String other =
                "rate: 1Gbit}\n    WEST: {peers: {WEST: \"10.0.0.3:7600\"}, port: 7601, domain-id: 101, insecure: true, rate: 1Gbit";

        assertThat(wideFrames(other)).isEqualTo((int)
                (Math.min(Runtime.getRuntime().maxMemory() / 8, 32L << 20) / 2 / 1_400));
    }

    @Test
    void isWhatTheKeySays() throws IOException {
        assertThat(wideFrames("rate: 128kbit, window: 14MB")).isEqualTo((14 << 20) / 1_400);
        assertThat(wideFrames("rate: 1Gbit, window: 0B")).isZero();
    }

    private int wideFrames(String keys) throws IOException {
        String text = """
                c4i.wan:
                  site: NORTH
                  links:
                    SOUTH: {peers: {SOUTH: "10.0.0.2:7600"}, insecure: true, KEYS}
                """;
        Path file = Files.writeString(directory.resolve("north.yaml"), text.replace("KEYS", keys));
        return WanFile.spec(new WanFile(file).read())
                .links()
                .getFirst()
                .settings()
                .bounds()
                .wideFrames();
    }
}
