package org.c4igateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopicsCommandTest {
    private static final String HEADER = "id,name,title,functional_area,traffic_class\n";

    @Test
    void listsAllReferenceTopics() {
        CommandRun run = CommandRun.of("topics", "list");

        assertThat(run.status()).isZero();
        assertThat(run.out().lines()).hasSize(271).first().asString().startsWith("ID");
    }

    @Test
    void listsOnlyTheClassAskedFor() {
        assertThat(CommandRun.of("topics", "list", "--class", "alert")
                        .out()
                        .lines()
                        .skip(1))
                .isNotEmpty()
                .allMatch(line -> line.contains("ALERT"));
    }

    @Test
    void showsATopicByIdOrNameInAnyCase() {
        assertThat(CommandRun.of("topics", "show", "a015").out()).contains("CASEVACREQ");
        assertThat(CommandRun.of("topics", "show", "casevacreq", "--json").out())
                .contains("\"id\":\"A015\"");
    }

    @Test
    void answersNoForATopicThatIsNotThere() {
        CommandRun run = CommandRun.of("topics", "show", "Z999");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("Z999");
    }

    @Test
    void acceptsACatalogueOfOnesOwn(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("own.csv"), HEADER + "X001,OWN,Own,All,ORDER\n");

        CommandRun run = CommandRun.of("topics", "validate", file.toString());

        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("1 topics");
    }

    @Test
    void reportsEveryProblemOfACatalogueWithItsLine(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(
                directory.resolve("bad.csv"), HEADER + "X001,OWN,Own,All,ORDER\nX001,TWO,Two,All,NOCLASS\n");

        CommandRun run = CommandRun.of("topics", "validate", file.toString());

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out()).contains("bad.csv:3:");
    }

    @Test
    void refusesToListFromACatalogueThatIsNotUsable(@TempDir Path directory) {
        CommandRun run = CommandRun.of(
                "topics", "list", "--catalogue", directory.resolve("none.csv").toString());

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("none.csv");
    }
}
