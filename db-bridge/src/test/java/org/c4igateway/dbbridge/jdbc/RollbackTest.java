package org.c4igateway.dbbridge.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class RollbackTest {
    private final Exception cause = new IllegalStateException("as the test wants");

    @Test
    void leavesNothingWrittenAndTheConnectionInAutoCommit(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE public.noted (note text)");
        try (Connection connection = database.owner()) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("INSERT INTO public.noted VALUES ('gone')");
            }

            Rollback.after(cause, connection);

            assertThat(connection.getAutoCommit()).isTrue();
        }
        assertThat(database.column("SELECT note FROM public.noted")).isEmpty();
        assertThat(cause).hasNoSuppressedExceptions();
    }

    @Test
    void keepsTheFirstFaultWhenTheConnectionIsGone(TestDatabase database) throws SQLException {
        Connection connection = database.owner();
        connection.close();

        Rollback.after(cause, connection);

        assertThat(cause.getSuppressed()).hasSize(1).hasOnlyElementsOfType(SQLException.class);
    }
}
