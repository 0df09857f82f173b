package org.c4igateway.dbbridge.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** What publishes wakes what routes published messages, and not the reader of the outbox. */
@ExtendWith(PostgresExtension.class)
class PublicationSignalTest {
    private static final int HANG_MILLIS = 60_000;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT c4i.publish('S201', 3, 'x')",
                "SELECT c4i.publish_batch('{S201,S201}', '{3,3}', ARRAY['x'::bytea, 'y'])"
            })
    void wakesTheRouter(String statement, TestDatabase database) throws SQLException {
        try (Connection router = database.app();
                Statement listen = router.createStatement()) {
            listen.execute("LISTEN c4i_publication");
            listen.execute("LISTEN c4i_outbox");
            listen.execute("LISTEN mark");

            database.execute(statement);
            database.execute("NOTIFY mark");

            PGNotification[] heard = router.unwrap(PGConnection.class).getNotifications(HANG_MILLIS);
            assertThat(heard).extracting(PGNotification::getName).first().isEqualTo("c4i_publication");
        }
    }
}
