package org.c4igateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code lab advise} prints for files is what {@code config check} and {@code wan --dry-run} accept. */
class AdvisedSettingsTest {
    private static final List<String> CELLS = List.of("jms-tuned", "jms-tuned-bbr", "dds-tuned", "dds-wan");
    private static final String PASTE = "  to paste into the file of the ";

    /** A node's own file, without what the advice says. */
    private static final String NODE = """
            c4i:
              system: ALPHA
              database: {url: "jdbc:postgresql://127.0.0.1:1/c4i", username: alpha_node, password: stands-in-clear}
            """;

    /** What JMS needs besides. */
    private static final String CREDENTIALS =
            "  transports.jms.credentials: {user: mesh, password: long-enough-here}\n";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "jms-tuned,     10 % at 128k, 128k",
        "jms-tuned-bbr, 10 % at 128k, 128k",
        "dds-tuned,     10 % at 128k, 128k",
        "dds-tuned,     30 % at 2M,   2M"
    })
    void aNodeStartsWithWhatIsPasted(String best, String condition, String rate) throws IOException {
        String own = best.startsWith("jms") ? NODE + CREDENTIALS : NODE;

        accepted(own + pasted(advice(best, condition, rate), "node at the near end"));
    }

    @Test
    void aNodeAndAWanGatewayStartWithWhatIsPasted() throws IOException {
        String advice = advice("dds-wan", "10 % at 128k", "128k");
        accepted(NODE + pasted(advice, "node at the near end"));
        Path keys = directory.resolve("far.keys");
        assertThat(CommandRun.of("wan", "--new-key", keys.toString()).status()).isZero();
        Path gateway = Files.writeString(
                directory.resolve("wan.yaml"),
                pasted(advice, "WAN gateway at the near end").replace("/etc/c4i/far.keys", keys.toString()));

        CommandRun run = CommandRun.of("wan", "--config", gateway.toString(), "--dry-run");

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("c4i.wan.links.FAR.rate: 128000");
    }

    private void accepted(String yaml) throws IOException {
        Path file = Files.writeString(directory.resolve("alpha.yaml"), yaml);

        CommandRun check = CommandRun.of("config", "check", file.toString());

        assertThat(check.status()).as(yaml + check.err()).isZero();
        assertThat(CommandRun.of("config", "export", file.toString()).out()).contains("FAR1");
    }

    /** Advice by a table in which this cell is the best. */
    private String advice(String best, String condition, String rate) throws IOException {
        StringBuilder table =
                new StringBuilder("scenario,condition,cell,repetition,outcome,msg_per_s,latency_p99_ms,detail\n");
        for (String cell : CELLS) {
            for (int repetition = 1; repetition <= 3; repetition++) {
                table.append("paper/loss,%s,%s,%d,COMPLETED,%d,5,\n"
                        .formatted(condition, cell, repetition, cell.equals(best) ? 90 : 10));
            }
        }
        Path results = Files.createDirectories(directory.resolve("results"));
        Files.writeString(results.resolve("results.csv"), table);
        Path network = Files.writeString(
                directory.resolve("net.yaml"),
                "messages: {bytes: 200}\nlinks: {radio: {rate: %s, loss: %s}}\n"
                        .formatted(rate, condition.substring(0, condition.indexOf(" at"))));
        CommandRun run = CommandRun.of(
                "lab",
                "advise",
                network.toString(),
                "--dry-run",
                "--results=" + results,
                "--scenarios=" + Path.of("..", "netem-scenarios", "scenarios"));
        assertThat(run.out()).as(run.err()).contains("radio: take ");
        return run.out();
    }

    private static String pasted(String advice, String place) {
        String yaml = advice.lines()
                .dropWhile(line -> !line.equals(PASTE + place + ":"))
                .skip(1)
                .takeWhile(line -> line.startsWith("    "))
                .map(line -> line.substring(4) + "\n")
                .collect(Collectors.joining());
        assertThat(yaml).as(advice).isNotEmpty();
        return yaml;
    }
}
