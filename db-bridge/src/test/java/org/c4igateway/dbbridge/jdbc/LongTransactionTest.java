package org.c4igateway.dbbridge.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.postgresql.ds.PGSimpleDataSource;

@ExtendWith(PostgresExtension.class)
class LongTransactionTest {
    private TestDatabase database;
    private HikariDataSource pool;

    @BeforeEach
    void open(TestDatabase database) throws SQLException {
        this.database = database;
        this.pool = database.bridgePool();
        database.execute("CREATE TABLE public.noted (note text); GRANT ALL ON public.noted TO test_bridge");
    }

    private static void note(Connection connection, String note) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO public.noted VALUES ('" + note + "')");
        }
    }

    private static String limit(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW statement_timeout")) {
            row.next();
            return row.getString(1) + " " + connection.getNetworkTimeout() + " " + connection.getAutoCommit();
        }
    }

    private void assertGivenBack() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            assertThat(limit(connection)).isEqualTo("25s 30000 true");
        }
    }

    @Test
    void givesItsWorkAnHourAndCommits() throws SQLException {
        String within = LongTransaction.run(pool, connection -> {
            note(connection, "kept");
            return limit(connection);
        });

        assertThat(within).isEqualTo("59min 3600000 false");
        assertThat(database.column("SELECT note FROM public.noted")).containsExactly("kept");
        assertGivenBack();
    }

    @Test
    void writesNothingWhenItsWorkFails() throws SQLException {
        assertThatThrownBy(() -> LongTransaction.run(pool, connection -> {
                    note(connection, "gone");
                    throw new IllegalStateException("as the test wants");
                }))
                .hasMessage("as the test wants");
        assertThatThrownBy(() -> LongTransaction.run(pool, connection -> {
                    note(connection, "gone");
                    note(connection, "it's no SQL");
                    return "";
                }))
                .isInstanceOf(SQLException.class);

        assertThat(database.column("SELECT note FROM public.noted")).isEmpty();
        assertGivenBack();
    }

    /** The pool would put its connections in order itself. */
    @Test
    void leavesAConnectionThatIsNotOfAPoolAsItWas() throws SQLException {
        try (Connection connection = database.owner()) {
            String before = limit(connection);

            LongTransaction.run(kept(connection), LongTransactionTest::limit);
            assertThat(limit(connection)).isEqualTo(before);

            assertThatThrownBy(() -> LongTransaction.run(kept(connection), _ -> {
                        throw new IllegalStateException("as the test wants");
                    }))
                    .hasMessage("as the test wants");
            assertThat(limit(connection)).isEqualTo(before);
        }
    }

    /** Gives always the same connection, which stays open. */
    private static DataSource kept(Connection connection) {
        Connection open = (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) ->
                        method.getName().equals("close") ? null : method.invoke(connection, arguments));
        return new PGSimpleDataSource() {
            @Override
            public Connection getConnection() {
                return open;
            }
        };
    }
}
