package org.c4igateway.dbbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class ShardPrivilegesTest {
    private static final String INSUFFICIENT_PRIVILEGE = "42501";

    @Test
    void rolesMayDoNoMoreThanForTheFirstShard(TestDatabase database) throws SQLException {
        List<String> forOwners = List.of(
                "SELECT c4i.set_shards(2)",
                "UPDATE c4i.sharding SET shards = 2",
                "UPDATE c4i.shard_lease SET epoch = 9",
                "INSERT INTO c4i.shard_lease (shard) VALUES (1)",
                "DELETE FROM c4i.shard_position",
                "SELECT * FROM c4i.read_up_to");
        List<String> forNodes = List.of(
                "SELECT c4i.take_lease('x', 0, 1)",
                "SELECT c4i.fence(0, 1)",
                "SELECT c4i.asked_about(1, 'B', '{1}')",
                "SELECT c4i.taken_after_all(1, 'B', '{1}')",
                "SELECT * FROM c4i.shard_position");
        List<String> forReaders = List.of(
                "SELECT c4i.shards(), c4i.shard_of('A001', 4), c4i.epoch_of(0)",
                "SELECT * FROM c4i.sharding, c4i.shard_lease");
        for (DatabaseSettings login : List.of(database.bridge(), database.console(), database.appSettings())) {
            try (Connection connection = login(login);
                    Statement statement = connection.createStatement()) {
                forOwners.forEach(attempt -> assertRefused(statement, attempt));
                if (!login.equals(database.bridge())) {
                    forNodes.forEach(attempt -> assertRefused(statement, attempt));
                }
                for (String read : forReaders) {
                    if (login.equals(database.appSettings())) {
                        assertRefused(statement, read);
                    } else {
                        statement.execute(read);
                    }
                }
            }
        }
    }

    private static void assertRefused(Statement statement, String attempt) {
        assertThatThrownBy(() -> statement.execute(attempt))
                .as(attempt)
                .isInstanceOfSatisfying(
                        SQLException.class,
                        refusal -> assertThat(refusal.getSQLState()).isEqualTo(INSUFFICIENT_PRIVILEGE));
    }

    private static Connection login(DatabaseSettings settings) throws SQLException {
        return DriverManager.getConnection(settings.url(), settings.user(), settings.password());
    }
}
