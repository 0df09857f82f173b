package org.c4igateway.cli.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.stream.Stream;
import org.c4igateway.cli.CommandRun;
import org.c4igateway.cli.DatabaseCommandFixture;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.junit.jupiter.api.Test;

/** {@code database shards} on real interface databases without a node. */
class ShardsCommandTest extends DatabaseCommandFixture {
    @Test
    void showsWhoHasEachShard() throws SQLException {
        InterfaceDatabase database = newDatabase();
        assertThat(shards(database).out()).startsWith("1 shard\n").containsPattern("0 +0 +free +- +-");

        CommandRun change = shards(database, "3");
        assertThat(change.status()).as(change.err()).isZero();
        assertThat(change.out()).isEqualTo("3 shards; the nodes take them within seconds\n");

        try (Connection node = database.openOwner();
                Statement statement = node.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(6501482, 1), c4i.take_lease('a run', 1, 3)");
            CommandRun run = shards(database);
            assertThat(run.status()).as(run.err()).isZero();
            assertThat(run.out().lines()).hasSize(5).satisfies(lines -> {
                assertThat(lines.get(0)).isEqualTo("3 shards");
                assertThat(lines.get(2)).matches(" *0 +1 +free +- +-");
                assertThat(lines.get(3)).matches(" *1 +2 +held +20\\d\\d-.*Z +a run");
                assertThat(lines.get(4)).matches(" *2 +1 +free +- +-");
            });
        }
    }

    @Test
    void refusesWhatIsNoNumberOfShards() throws SQLException {
        InterfaceDatabase database = newDatabase();
        for (String none : new String[] {"0", "65", "two"}) {
            CommandRun run = shards(database, none);
            assertThat(run.status()).as(none).isEqualTo(2);
            assertThat(run.err()).contains(none);
        }
        assertThat(row(database, "SELECT c4i.shards()")).isEqualTo("1");
    }

    @Test
    void tellsThatAChangeNeedsTheOwner() throws SQLException {
        InterfaceDatabase database = newDatabase();
        execute(
                database,
                "DO $$ BEGIN CREATE ROLE shard_reader LOGIN PASSWORD 'x' IN ROLE c4i_console;"
                        + " EXCEPTION WHEN duplicate_object THEN NULL; END $$");
        String[] reader = {"--url", database.url(), "--user", "shard_reader"};

        assertThat(CommandRun.of(command(reader)).out()).startsWith("1 shard\n");
        CommandRun run = CommandRun.of(
                command(Stream.concat(Stream.of("2"), Arrays.stream(reader)).toArray(String[]::new)));
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("lacks a privilege").contains("member of c4i_owner");
    }

    private static CommandRun shards(InterfaceDatabase database, String... arguments) {
        return CommandRun.of(command(
                Stream.concat(Arrays.stream(arguments), Stream.of("--url", database.url(), "--user", "postgres"))
                        .toArray(String[]::new)));
    }

    private static String[] command(String... arguments) {
        return Stream.concat(Stream.of("database", "shards"), Arrays.stream(arguments))
                .toArray(String[]::new);
    }
}
