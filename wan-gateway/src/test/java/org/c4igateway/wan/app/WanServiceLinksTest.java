package org.c4igateway.wan.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.DatagramSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.system.CapturedOutput;

/** Links of a running service that cannot be opened, or not yet. */
class WanServiceLinksTest extends WanServiceFixture {
    @Test
    void opensALinkAsSoonAsItsPortIsFree(CapturedOutput output) throws IOException {
        int moved;
        try (DatagramSocket taken = new DatagramSocket(0)) {
            moved = taken.getLocalPort();
            south(moved);
            await().atMost(SOON).until(() -> output.getOut().contains("The gateway tries again each second"));
        }
        north(moved, "rate: 10Mbit");

        await().atMost(SOON).until(() -> reloads(output) == 2);
        await().atMost(SOON).until(() -> alpha.reaches("BRAVO"));
        assertThat(output.getOut().split("The gateway tries again each second", -1))
                .hasSize(2);
    }

    @Test
    void goesOnWithALinkThatCannotBeOpenedAnew(CapturedOutput output) throws IOException {
        try (DatagramSocket taken = new DatagramSocket(0)) {
            write("north.yaml", "NORTH", domain, "SOUTH", taken.getLocalPort(), southPort, "rate: 10Mbit");
            await().atMost(SOON).until(() -> output.getOut().contains("The gateway tries again each second"));

            assertThat(alpha.reaches("BRAVO")).isTrue();
            assertThat(isAccepted(alpha.send(1, TOPICS.getFirst(), "BRAVO"))).isTrue();
            await().atMost(SOON).until(() -> bravo.sequences().contains(1L));
        }
    }

    @Test
    void doesNotEndALinkWhoseNewJournalCannotBeOpened(CapturedOutput output) throws IOException {
        Files.createDirectories(directory.resolve("other").resolve("SOUTH.journal"));
        assertThat(isAccepted(alpha.send(1, TOPICS.getFirst(), "BRAVO"))).isTrue();
        long epoch = alpha.epochOf("BRAVO");

        Path file = directory.resolve("north.yaml");
        Files.writeString(
                file,
                Files.readString(file)
                        .replaceFirst("directory: .*}", "directory: %s}".formatted(directory.resolve("other"))));
        await().atMost(SOON).until(() -> output.getOut().contains("The gateway tries again each second"));

        assertThat(isAccepted(alpha.send(2, TOPICS.getFirst(), "BRAVO"))).isTrue();
        await().atMost(SOON).until(() -> bravo.sequences().contains(2L));
        assertThat(output.getOut())
                .contains("SOUTH.journal cannot be read and written")
                .doesNotContain("RESTARTED");
        assertThat(alpha.epochOf("BRAVO")).isEqualTo(epoch);
    }

    @Test
    void refusesALinkOnAnInterfaceThatIsNotThere(CapturedOutput output) throws IOException {
        Path file = directory.resolve("north.yaml");
        Files.writeString(
                file, Files.readString(file).replaceFirst("interfaces: \\[lo]\n(?= +port)", "interfaces: [nosuch0]\n"));
        await().atMost(SOON).until(() -> output.getOut().contains("The changed configuration is not used"));

        assertThat(output.getOut()).contains("c4i.wan.links.SOUTH");
        assertThat(isAccepted(alpha.send(1, TOPICS.getFirst(), "BRAVO"))).isTrue();
        await().atMost(SOON).until(() -> bravo.sequences().contains(1L));
    }

    @Test
    void goesOnTryingALinkWhileALaterFileIsWrong(CapturedOutput output) throws IOException {
        int moved;
        try (DatagramSocket taken = new DatagramSocket(0)) {
            moved = taken.getLocalPort();
            south(moved);
            await().atMost(SOON).until(() -> output.getOut().contains("The gateway tries again each second"));
            write("south.yaml", "SOUTH", southDomain, "NORTH", moved, northPort, "rate: fast");
            await().atMost(SOON).until(() -> output.getOut().contains("The changed configuration is not used"));
        }
        north(moved, "rate: 10Mbit");

        await().atMost(SOON).until(() -> reloads(output) == 2);
        await().atMost(SOON).until(() -> alpha.reaches("BRAVO"));
    }
}
