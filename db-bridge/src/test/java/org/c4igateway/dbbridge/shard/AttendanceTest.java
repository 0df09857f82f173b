package org.c4igateway.dbbridge.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.shard.Attendance.Look;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class AttendanceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<Attendance> nodes = new ArrayList<>();

    @AfterEach
    void close() {
        nodes.forEach(Attendance::close);
    }

    @Test
    void countsNodesThatCameAndHaveNotLeft(TestDatabase database) throws SQLException {
        Attendance first = node(database);
        assertThat(first.look(true)).isEqualTo(new Look(1, 1));
        Attendance second = node(database);
        assertThat(first.look(true)).as("the second has not looked").isEqualTo(new Look(1, 1));
        assertThat(second.look(true)).isEqualTo(new Look(2, 1));
        database.execute("SELECT c4i.set_shards(5)");
        assertThat(first.look(true)).isEqualTo(new Look(2, 5));

        second.close();

        await().atMost(PATIENCE).until(() -> first.look(true).equals(new Look(1, 5)));
        assertThatIllegalStateException().isThrownBy(() -> second.look(true));
    }

    @Test
    void countsNodesOfItsDatabase(TestDatabase database, PostgresServer server) {
        try (TestDatabase other = server.database();
                Attendance elsewhere = new Attendance(other.bridgeConnections())) {
            assertThat(elsewhere.look(true).nodes()).isEqualTo(1);
            assertThat(node(database).look(true).nodes()).isEqualTo(1);
        }
    }

    @Test
    void comesBackAfterItsSessionIsLost(TestDatabase database) throws SQLException {
        Attendance first = node(database);
        Attendance second = node(database);
        first.look(true);
        second.look(true);
        database.execute("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                + " WHERE datname = current_database() AND application_name = 'c4i-attendance'");

        assertThatExceptionOfType(GatewayException.Transient.class).isThrownBy(() -> first.look(true));
        assertThat(first.look(true)).isEqualTo(new Look(1, 1));
        assertThatExceptionOfType(GatewayException.Transient.class).isThrownBy(() -> second.look(true));
        assertThat(second.look(true)).isEqualTo(new Look(2, 1));
    }

    /** As that of a process that is stopped, whose connection stays. */
    @Test
    void doesNotCountANodeThatNoLongerLooks(TestDatabase database) {
        Attendance first = node(database);
        node(database).look(true);
        assertThat(first.look(true).nodes()).isEqualTo(2);

        await().atMost(PATIENCE).until(() -> first.look(true).nodes() == 1);
    }

    /** As a node that could not serve a shard: the others divide all shards among themselves. */
    @Test
    void doesNotCountANodeThatStaysAway(TestDatabase database) {
        Attendance first = node(database);
        Attendance second = node(database);
        assertThat(second.look(false)).as("nobody has come yet").isEqualTo(new Look(0, 1));
        assertThat(first.look(true).nodes()).isEqualTo(1);
        assertThat(second.look(true).nodes()).isEqualTo(2);

        assertThat(second.look(false).nodes()).isEqualTo(1);
        assertThat(first.look(true).nodes()).isEqualTo(1);

        assertThat(second.look(true).nodes()).isEqualTo(2);
        assertThat(first.look(true).nodes()).isEqualTo(2);
    }

    private Attendance node(TestDatabase database) {
        Attendance node = new Attendance(database.bridgeConnections());
        nodes.add(node);
        return node;
    }
}
