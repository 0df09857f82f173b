package org.c4igateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

class DoctorCommandTest {
    @Test
    void saysForEachThingWhetherItIsThereAndHowToGetItIfNot() {
        List<String> lines = CommandRun.of("doctor", "--url", "").out().lines().toList();

        assertThat(lines).filteredOn(line -> line.startsWith("For ")).hasSize(3);
        assertThat(lines.indexOf("For the lab and chaos:"))
                .isGreaterThan(lines.indexOf("For a node and the demo:"))
                .isLessThan(lines.indexOf("For builds, containers and OpenDDS:"));
        assertThat(lines.subList(0, lines.size() - 1))
                .filteredOn(line -> !line.startsWith("For "))
                .hasSizeGreaterThan(12)
                .allMatch(line -> line.matches("(ok|warn|missing)[ !].*"))
                .filteredOn(line -> line.startsWith("missing"))
                .allMatch(line -> line.contains(" \u2014 "));
        assertThat(lines).anyMatch(line -> line.startsWith("ok") && line.contains("Java"));
    }

    @Test
    void endsWithOneExactlyWhenItSaysThatTheDemoCannotRun() {
        CommandRun run = CommandRun.of("doctor", "--json", "--url", "");

        assertThat(run.status()).isEqualTo(run.out().contains("\"demo_runs\":true") ? 0 : 1);
    }

    @Test
    void noticesAPortInUse() throws IOException {
        try (ServerSocket taken = new ServerSocket(0)) {
            String port = Integer.toString(taken.getLocalPort());

            assertThat(CommandRun.of("doctor", "--url", "", "--port", port)
                            .out()
                            .lines())
                    .anyMatch(line -> line.startsWith("warn") && line.contains("TCP port " + port));
        }
    }

    @Test
    void reportsADatabaseThatDoesNotAnswer() {
        assertThat(CommandRun.of("doctor", "--url", "jdbc:postgresql://127.0.0.1:1/none")
                        .out()
                        .lines())
                .anyMatch(line -> line.startsWith("missing") && line.contains("interface database"));
    }
}
