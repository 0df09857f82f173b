package org.c4igateway.test.e2e.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.c4igateway.dbbridge.schema.SchemaMigrator;
import org.c4igateway.test.e2e.mesh.CommandLineRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** {@code c4i database prepare} on a server that has nothing of the gateway. */
@TestInstance(Lifecycle.PER_CLASS)
@Tag("slow")
class PreparedDatabaseTest {
    private static final String SECRET = "administrator-secret";
    private static final Map<String, String> PASSWORDS =
            Map.of("C4I_NODE_PASSWORD", "node-secret", "C4I_APP_PASSWORD", "app-secret");

    @TempDir
    Path directory;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private PasswordServer server;

    @BeforeAll
    void startServer(@TempDir Path data) throws IOException, SQLException {
        server = PasswordServer.start(data, SECRET);
    }

    @AfterAll
    void stopServer() throws IOException {
        server.close();
    }

    @Test
    void givesEachLoginWhatItNeedsAndOnlyItsOwnDatabase() throws SQLException {
        assertThat(prepare("ONE", "one", PASSWORDS).status()).isZero();
        CommandLineRun second = prepare("TWO.X", "two", PASSWORDS);

        assertThat(second.status()).as(second.output()).isZero();
        assertThat(second.output())
                .contains("database two: created")
                .contains("login two_x_node, of the node, in c4i_bridge: created")
                .contains("schema c4i, version " + SchemaMigrator.VERSION + ": created")
                .contains("username: two_x_node");
        assertThat(server.ask(
                        "two",
                        "two_x_app",
                        "app-secret",
                        "SELECT c4i.submit('A004', 1, ARRAY['ONE'], convert_to('MSGID/HELQUEST/1//', 'UTF8')) > 0"))
                .isEqualTo("t");
        assertThat(server.ask("two", "two_x_node", "node-secret", "SELECT count(*) FROM c4i.outbox"))
                .isEqualTo("1");
        assertThatThrownBy(() -> server.ask("two", "two_x_node", "node-secret", "CREATE TABLE c4i.x (i int)"))
                .hasMessageContaining("permission denied");
        assertThatThrownBy(() -> server.ask("two", "two_x_app", "app-secret", "SELECT payload FROM c4i.outbox"))
                .hasMessageContaining("permission denied");
        assertThatThrownBy(() -> server.ask("one", "two_x_app", "app-secret", "SELECT 1"))
                .hasMessageContaining("permission denied for database");
    }

    @Test
    void letsTheHistoryServiceInAlsoWhereTheSchemaWasThereBeforeItsRole() throws SQLException {
        assertThat(prepare("TEN", "ten", PASSWORDS).status()).isZero();
        server.ask("ten", "REVOKE ALL ON c4i.history_sample, c4i.schema_history FROM c4i_history");
        Map<String, String> passwords = new HashMap<>(PASSWORDS);
        passwords.put("C4I_HISTORY_PASSWORD", "history-secret");
        passwords.put("C4I_DB_PASSWORD", SECRET);

        CommandLineRun run = run(passwords, "TEN", "ten", PasswordServer.ADMINISTRATOR, "--history");

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(run.output()).contains("login ten_history, of the history service, in c4i_history: created");
        assertThat(server.ask("ten", "ten_history", "history-secret", "SELECT count(*) FROM c4i.history_sample"))
                .isEqualTo("0");
        assertThatThrownBy(() -> server.ask("ten", "ten_history", "history-secret", "SELECT 1 FROM c4i.outbox"))
                .hasMessageContaining("permission denied");
        assertThat(run(Map.of(), "TEN", "ten", PasswordServer.ADMINISTRATOR, "--history", "--print")
                        .output())
                .contains("CREATE ROLE \"ten_history\" LOGIN", "GRANT c4i_history TO \"ten_history\"");
    }

    @Test
    void changesNothingTheSecondTime() throws SQLException {
        prepare("THREE", "three", PASSWORDS);
        String before = server.ask("three", "SELECT id::text FROM c4i.database_identity");

        CommandLineRun again = prepare("THREE", "three", Map.of());

        assertThat(again.status()).as(again.output()).isZero();
        assertThat(again.output())
                .contains("database three: exists")
                .contains("login three_app, of the C4I server, in c4i_app: exists")
                .contains("version " + SchemaMigrator.VERSION + ": exists")
                .doesNotContain("created", "password set");
        assertThat(server.ask("three", "three_app", "app-secret", "SELECT 1")).isEqualTo("1");
        assertThat(server.ask("three", "SELECT id::text FROM c4i.database_identity"))
                .isEqualTo(before);
    }

    @Test
    void refusesTheDatabaseOfAnotherSystem() throws SQLException {
        prepare("FOUR", "four", PASSWORDS);
        server.ask("four", "INSERT INTO c4i.node (system_name, timeline) VALUES ('FOUR', 1)");

        CommandLineRun run = prepare("FIVE", "four", PASSWORDS);

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.output())
                .contains("belongs to the system FOUR, not to FIVE")
                .contains("--system");
        assertThat(server.ask("postgres", "SELECT count(*) FROM pg_roles WHERE rolname LIKE 'five%'"))
                .isEqualTo("0");
    }

    @Test
    void upgradesAnOlderSchemaOnlyWhenAskedTo() throws SQLException {
        prepare("SIX", "six", PASSWORDS);
        server.ask("six", "DELETE FROM c4i.schema_history WHERE version::integer = " + SchemaMigrator.VERSION);

        CommandLineRun run = prepare("SIX", "six", Map.of());

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.output()).contains("GW-104").contains("stop the nodes of SIX, make a dump, and give --upgrade");
    }

    @Test
    void makesNoLoginWithoutAPassword() throws SQLException {
        CommandLineRun run = prepare("SEVEN", "seven", Map.of("C4I_NODE_PASSWORD", "node-secret"));

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.output()).contains("login seven_app").contains("set C4I_APP_PASSWORD");
        assertThat(server.ask(
                        "postgres",
                        "SELECT count(*) FROM pg_roles, pg_database WHERE rolname LIKE 'seven%' OR datname = 'seven'"))
                .isEqualTo("0");
    }

    @Test
    void namesThePasswordThatWasForgottenOrWrong() {
        CommandLineRun forgotten = run(PASSWORDS, "TWELVE", "twelve", PasswordServer.ADMINISTRATOR);

        assertThat(forgotten.status()).isEqualTo(2);
        assertThat(forgotten.output())
                .contains("refused the login", "set C4I_DB_PASSWORD")
                .doesNotContain("start the database");

        CommandLineRun wrong =
                run(Map.of("C4I_DB_PASSWORD", "another"), "TWELVE", "twelve", PasswordServer.ADMINISTRATOR);

        assertThat(wrong.status()).isEqualTo(2);
        assertThat(wrong.output())
                .contains("refused the login", "correct --user and C4I_DB_PASSWORD")
                .doesNotContain("another");
    }

    @Test
    void tellsWhatAnAdministratorLacks() throws SQLException {
        server.ask("postgres", "CREATE ROLE nobody_special LOGIN PASSWORD 'x-secret'");

        CommandLineRun run = run(
                Map.of("C4I_DB_PASSWORD", "x-secret", "C4I_NODE_PASSWORD", "a", "C4I_APP_PASSWORD", "b"),
                "EIGHT",
                "eight",
                "nobody_special");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.output())
                .contains("lacks a privilege")
                .contains("CREATEROLE and CREATEDB")
                .contains("--print");
    }

    @Test
    void printsSqlThatPsqlTakesTwiceAndAfterWhichAMigratorWithoutRightsOnRolesMigrates()
            throws IOException, InterruptedException, SQLException {
        CommandLineRun printed = run(Map.of(), "NINE", "nine", PasswordServer.ADMINISTRATOR, "--print");
        String sql = printed.output()
                .lines()
                .filter(line -> !line.startsWith("\\password")) // asks at the terminal
                .collect(Collectors.joining("\n"));
        psql(sql);
        psql(sql);
        server.ask("postgres", "ALTER ROLE c4i_migrator PASSWORD 'migrator-secret'");
        server.ask("postgres", "ALTER ROLE nine_node PASSWORD 'node-secret'");
        PGSimpleDataSource migrator = new PGSimpleDataSource();
        migrator.setUrl(server.url("nine"));
        migrator.setUser("c4i_migrator");
        migrator.setPassword("migrator-secret");

        new SchemaMigrator(migrator).migrate();

        assertThat(server.ask("postgres", "SELECT rolcreaterole FROM pg_roles WHERE rolname = 'c4i_migrator'"))
                .isEqualTo("f");
        assertThat(server.ask("nine", "nine_node", "node-secret", "SELECT count(*) FROM c4i.outbox"))
                .isEqualTo("0");
    }

    private CommandLineRun prepare(String system, String database, Map<String, String> passwords) {
        Map<String, String> variables = new HashMap<>(passwords);
        variables.put("C4I_DB_PASSWORD", SECRET);
        return run(variables, system, database, PasswordServer.ADMINISTRATOR);
    }

    private CommandLineRun run(
            Map<String, String> variables, String system, String database, String user, String... more) {
        List<String> command = new ArrayList<>(List.of("database", "prepare", "--system", system));
        command.addAll(List.of("--url", server.url(database), "--user", user));
        command.addAll(List.of(more));
        return CommandLineRun.of(variables, command.toArray(String[]::new));
    }

    private void psql(String sql) throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve("prepare.sql"), sql);
        ProcessBuilder builder = new ProcessBuilder(
                "psql",
                "-v",
                "ON_ERROR_STOP=1",
                "-h",
                "127.0.0.1",
                "-p",
                "" + server.port(),
                "-U",
                "postgres",
                "-f",
                "" + file);
        builder.environment().put("PGPASSWORD", SECRET);
        Process process;
        try {
            process = builder.redirectErrorStream(true).start();
        } catch (IOException e) {
            assumeThat(e).as("psql is not installed").isNull();
            return;
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
