package org.c4igateway.test.e2e.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.database.MariaDbServer;
import org.c4igateway.test.process.TestJava;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the walk of the page on tables that are there, as it stands, in one shell, against a MariaDB and a PostgreSQL of
 * its own. Only ports differ, in the page and in the files of the example.
 */
@Tag("slow")
class AdoptWalkTest {
    private static final Path PAGE = Path.of("..", "docs", "adopt.md");
    private static final Path EXAMPLE = Path.of("..", "docs", "examples", "cp949");
    private static final String PASSWORD = "postgres-secret";
    private static final List<String> LISTENS = List.of("61616", "61617", "61618", "8081", "8082", "8083");

    @TempDir
    Path directory;

    @BeforeAll
    static void prepare() {
        TestJava.prepare();
    }

    @Test
    void bringsARowOfMariaDbToTwoSubscribersOnPostgres(@TempDir Path data)
            throws IOException, InterruptedException, SQLException {
        for (String tool : List.of("bash", "psql", "curl", "mariadb")) {
            assumeThat(PageWalk.isInstalled(tool))
                    .as(tool + " is not installed")
                    .isTrue();
        }
        assumeThat(MariaDbServer.isInstalled())
                .as("mariadb-server is not installed")
                .isTrue();
        try (PasswordServer server = PasswordServer.start(data, PASSWORD);
                MariaDbServer mariaDb = MariaDbServer.start()) {
            Map<String, String> ports = new TreeMap<>();
            ports.put("5432", Integer.toString(server.port()));
            ports.put("3306", Integer.toString(mariaDb.port()));
            LISTENS.forEach(port -> ports.put(port, Integer.toString(TestNetwork.port())));
            copyExample(ports);
            // Where the clients find the servers without a word, as on the machine of the page.
            Files.writeString(
                    directory.resolve(".my.cnf"), "[client]\nhost=127.0.0.1\nport=" + mariaDb.port() + "\nuser=root\n");
            Map<String, String> environment = Map.of(
                    "HOME",
                    directory.toString(),
                    "PGHOST",
                    "127.0.0.1",
                    "PGPORT",
                    Integer.toString(server.port()),
                    "PGPASSWORD",
                    PASSWORD);

            String output = new PageWalk(directory, environment).run(with(ports, walk()), "docs/examples/cp949");

            assertThat(output)
                    .contains("The mapping fits", "A004")
                    .containsPattern("(?s)ALPHA +\\| A004 +\\| MSGID/HELQUEST.*적 전차 3대 북상"
                            + ".*ALPHA +\\| A004 +\\| MSGID/HELQUEST.*적 전차 3대 북상");
        }
    }

    private static String walk() throws IOException {
        String text = Files.readString(PAGE);
        int start = text.indexOf("\n## Walk: CP949 on MariaDB");
        assertThat(start).as("the page has the walk").isNotNegative();
        return text.substring(start);
    }

    private void copyExample(Map<String, String> ports) throws IOException {
        Path target = Files.createDirectories(directory.resolve(Path.of("docs", "examples", "cp949")));
        try (Stream<Path> files = Files.list(EXAMPLE)) {
            for (Path file : files.toList()) {
                Files.writeString(target.resolve(file.getFileName()), with(ports, Files.readString(file)));
            }
        }
    }

    private static String with(Map<String, String> ports, String text) {
        return Pattern.compile("\\b(" + String.join("|", ports.keySet()) + ")\\b")
                .matcher(text)
                .replaceAll(port -> ports.getOrDefault(port.group(), ""));
    }
}
