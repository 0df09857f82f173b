package org.c4igateway.test.e2e.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.test.process.TestJava;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the walk of the guide as it stands, in one shell, against a PostgreSQL of its own. Only ports differ from the
 * page, and the launcher does not build.
 */
@Tag("slow")
class GuideWalkTest {
    private static final Path GUIDE = Path.of("..", "docs", "guide.md");

    @TempDir
    Path directory;

    @BeforeAll
    static void prepare() {
        TestJava.prepare();
    }

    private static String walk() throws IOException {
        String text = Files.readString(GUIDE);
        int start = text.indexOf("\n## From CREATE DATABASE to a delivered row\n");
        assertThat(start).as("the guide has the walk").isNotNegative();
        return text.substring(start, text.indexOf("\n## 1. ", start));
    }

    @Test
    void leadsFromAnEmptyServerToDeliveredRows(@TempDir Path data)
            throws IOException, InterruptedException, SQLException {
        for (String tool : List.of("bash", "psql", "curl")) {
            assumeThat(PageWalk.isInstalled(tool))
                    .as(tool + " is not installed")
                    .isTrue();
        }
        try (PasswordServer server = PasswordServer.start(data, "postgres-secret")) {
            String walk = walk();
            String[] literal = {"5432", "61616", "61617", "8080", "8081"};
            walk = walk.replace(literal[0], Integer.toString(server.port()));
            for (int i = 1; i < literal.length; i++) {
                walk = walk.replace(literal[i], Integer.toString(TestNetwork.port()));
            }
            String output = new PageWalk(directory, Map.of()).run(walk, ".");

            assertThat(output).containsPattern("BRAVO +\\| delivered\\n.*BRAVO +\\| delivered\\n\\(2 rows\\)");
            assertThat(output).containsPattern("ALPHA +\\| A004\\n.*ALPHA +\\| A004\\n\\(2 rows\\)");
            assertThat(output)
                    .contains("100 messages submitted in ")
                    .containsPattern("BRAVO +100 +\\d+ +\\d+ +0 +0 +0 +0\n");
        }
    }
}
