package org.c4igateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.junit.jupiter.api.Test;

/** {@code send} on a real interface database without a node. */
class SendCommandTest extends DatabaseCommandFixture {
    @Test
    void submitsAFileUnderTheTopicAndPrecedenceThatItTells() throws IOException, SQLException {
        InterfaceDatabase database = newDatabase();

        CommandRun run = send(database, file("good.mtf", MESSAGE), "--to", "BRAVO,CHARLIE", "--valid-for", "2h");

        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        assertThat(run.out()).containsPattern("sequence \\d{16}, topic A015, IMMEDIATE, to BRAVO, CHARLIE");
        assertThat(row(
                        database,
                        "select topic_id || precedence || destinations::text || convert_from(payload, 'UTF8')"
                                + " || (expires_at - created_at between '119 min' and '2 h') from c4i.outbox"))
                .isEqualTo("A0151{BRAVO,CHARLIE}" + MESSAGE + "true");
    }

    @Test
    void makesItsDestinationsWordsOfTheCompletion() throws IOException, SQLException {
        InterfaceDatabase database = newDatabase();
        assertThat(send(database, file("good.mtf", MESSAGE), "--to", "CHARLIE,BRAVO")
                        .status())
                .isZero();

        CommandRun run =
                CommandRun.of("completion", "--words", "systems", "--url", database.url(), "--user", "postgres");

        assertThat(run.out().lines()).containsExactly("BRAVO", "CHARLIE");
    }

    @Test
    void submitsTheOthersWhenOneFileIsRefused() throws IOException, SQLException {
        InterfaceDatabase database = newDatabase();

        CommandRun run = CommandRun.of(
                "send",
                "--url",
                database.url(),
                "--user",
                "postgres",
                "--to",
                "BRAVO",
                file("no-identity.mtf", "GENTEXT/REMARKS/X//\n"),
                file("good.mtf", MESSAGE));

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("no-identity.mtf").contains("--topic");
        assertThat(run.out()).contains("good.mtf: sequence ");
    }

    @Test
    void submitsEveryMessageBelowADirectoryAndCountsWhatItRefused() throws IOException, SQLException {
        InterfaceDatabase database = newDatabase();
        Path top = directory.resolve("many");
        Path many = Files.createDirectories(top.resolve("deeper"));
        for (int i = 0; i < 30; i++) {
            Files.writeString(many.resolve(i + ".mtf"), MESSAGE);
        }
        Files.writeString(top.resolve("wrong.txt"), "GENTEXT/REMARKS/X//\n");
        Files.writeString(many.resolve("other.csv"), "no message");

        CommandRun run = send(database, top.toString(), "--to", "BRAVO");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out().lines())
                .hasSize(30)
                .allSatisfy(line -> assertThat(line).contains(".mtf: sequence"));
        assertThat(run.err())
                .contains("wrong.txt: has no MSGID")
                .contains("30 of 31 files submitted, 1 refused, 0 not tried");
        assertThat(row(database, "select count(*) from c4i.outbox")).isEqualTo("30");
    }

    /** The database may still take it, as with a lock that is released later. */
    @Test
    void doesNotSayThatAFileWasNotTriedWhenTheAnswerFailed() throws IOException, SQLException {
        InterfaceDatabase database = newDatabase();
        try (Connection lock = database.openOwner();
                Statement statement = lock.createStatement()) {
            lock.setAutoCommit(false);
            statement.execute("LOCK TABLE c4i.outbox");
            String url = database.url() + (database.url().contains("?") ? "&" : "?") + "socketTimeout=1";

            CommandRun run = CommandRun.of(
                    "send",
                    "--url",
                    url,
                    "--user",
                    "postgres",
                    "--to",
                    "BRAVO",
                    file("first.mtf", MESSAGE),
                    file("second.mtf", MESSAGE));

            assertThat(run.status()).isEqualTo(2);
            assertThat(run.err())
                    .contains("first.mtf: may have been submitted")
                    .contains("c4i.delivery_status")
                    .contains("0 of 2 files submitted, 0 refused, 1 not tried, 1 undecided");
        }
    }

    /** As on a disk that is full. */
    @Test
    void failsWhenItsOutputCannotBeWritten() {
        StringWriter err = new StringWriter();

        int status = C4i.run(new PrintWriter(new FullWriter()), new PrintWriter(err), "codes");

        assertThat(status).isEqualTo(2);
        assertThat(err.toString()).contains("standard output could not be written");
    }

    private static final class FullWriter extends Writer {
        @Override
        public void write(char[] text, int offset, int length) throws IOException {
            throw new IOException("No space left on device");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @Test
    void reportsTheRefusalOfTheDatabase() throws IOException, SQLException {
        CommandRun run = send(newDatabase(), file("good.mtf", MESSAGE), "--to", "not-a-system");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err().lines())
                .satisfiesExactly(
                        line -> assertThat(line).contains("good.mtf: refused: not a system name: 'not-a-system'"),
                        hint -> assertThat(hint).startsWith("     A name has 1 to 32"));
    }

    /** The detail of the database would be the row with its payload, and the place a function of the schema. */
    @Test
    void reportsAFaultOfTheDatabaseInOneLine() throws IOException, SQLException {
        InterfaceDatabase database = newDatabase();
        execute(database, "ALTER TABLE c4i.outbox ADD CONSTRAINT nothing_enters CHECK (false) NOT VALID");

        CommandRun run = send(database, file("good.mtf", MESSAGE), "--to", "BRAVO");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err().lines())
                .singleElement()
                .asString()
                .startsWith("c4i: ")
                .contains("nothing_enters");
    }

    @Test
    void reportsADatabaseThatIsAwayInTwoLines() throws IOException {
        String message = file("good.mtf", MESSAGE);
        for (String[] command : new String[][] {
            {"send", "--to", "BRAVO", message},
            {"status"},
            {"subscribers", "list"},
            {"replay", "--to", "BRAVO", "--dry-run"}
        }) {
            List<String> all = new ArrayList<>(List.of(command));
            all.addAll(List.of("--url", "jdbc:postgresql://127.0.0.1:1/nothing", "--user", "x"));

            CommandRun run = CommandRun.of(all.toArray(String[]::new));

            assertThat(run.status()).as(command[0]).isEqualTo(2);
            assertThat(run.err().lines())
                    .as(command[0])
                    .satisfiesExactly(
                            line -> assertThat(line).startsWith("c4i: no connection to"),
                            hint -> assertThat(hint).isEqualTo("     start the database, or correct --url"));
        }
    }
}
