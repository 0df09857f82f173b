package org.c4igateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the guide of the WAN gateway says of its command. */
class WanCommandTest {
    private static final Path GUIDE = Path.of("..", "docs", "wan.md");

    @TempDir
    private Path directory;

    private String guide = "";
    private Path config = Path.of("");

    @BeforeEach
    void takeTheGuidesExample() throws IOException {
        guide = Files.readString(GUIDE);
        Matcher example = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL).matcher(guide);
        assertThat(example.find()).isTrue();
        Path keys = directory.resolve("south.keys");
        assertThat(CommandRun.of("wan", "--new-key", keys.toString()).status()).isZero();
        config = Files.writeString(
                directory.resolve("north.yaml"),
                // The check looks at the machine, which may lack the interfaces of the guide but has a loopback.
                example.group(1).replace("/etc/c4i/south.keys", keys.toString()).replaceAll("\\beth[01]\\b", "lo"));
    }

    @Test
    void acceptsTheGuidesExampleAndPrintsWhatItMeans() {
        CommandRun run = CommandRun.of("wan", "--config", config.toString(), "--dry-run");

        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        assertThat(run.out())
                .contains("c4i.wan.site: NORTH\n")
                .contains("c4i.wan.links.SOUTH.rate: 128kbit\n")
                .contains("c4i.wan.links.SOUTH.journal.size: 1024MB\n");
    }

    @Test
    void explainsEveryKeyInTheGuide() {
        CommandRun run = CommandRun.of("wan", "--config", config.toString(), "--dry-run");

        assertThat(run.out()
                        .lines()
                        .map(line -> line.substring(0, line.indexOf(": ")))
                        .filter(key -> !key.startsWith("c4i.wan.lan.") && !key.contains(".peers.")))
                .isNotEmpty()
                .allSatisfy(key -> {
                    String name = key.replace("c4i.wan.", "").replace("links.SOUTH.", "");
                    assertThat(guide).containsPattern("`(links\\.NAME\\.)?" + Pattern.quote(name) + "`");
                });
    }

    @Test
    void printsWhatAChangedFileWouldChange() throws IOException {
        Path changed = Files.writeString(
                directory.resolve("new.yaml"), Files.readString(config).replace("128kbit", "2Mbit"));

        CommandRun run =
                CommandRun.of("wan", "--config", changed.toString(), "--dry-run", "--against", config.toString());

        assertThat(run.status()).isZero();
        assertThat(run.out()).isEqualToNormalizingNewlines("c4i.wan.links.SOUTH.rate: 128kbit -> 2Mbit\n");
        assertThat(CommandRun.of("wan", "--config", config.toString(), "--dry-run", "--against", config.toString())
                        .out())
                .contains("no difference");
    }

    @Test
    void answersNoToAFileWithAMistake() throws IOException {
        Path wrong = Files.writeString(
                directory.resolve("wrong.yaml"), Files.readString(config).replace("128kbit", "fast"));

        CommandRun run = CommandRun.of("wan", "--config", wrong.toString(), "--dry-run");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("c4i.wan.links.SOUTH.rate: 'fast' is not accepted");
    }
}
