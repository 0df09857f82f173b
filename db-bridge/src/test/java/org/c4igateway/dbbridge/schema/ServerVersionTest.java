package org.c4igateway.dbbridge.schema;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Which servers a node works with, whatever their real version is. */
@ExtendWith(PostgresExtension.class)
class ServerVersionTest {
    @Test
    void takesTheOldestServerThatIsNamed(TestDatabase database) {
        assertThatCode(migrator(database, 15)::verify).doesNotThrowAnyException();
    }

    @Test
    void refusesAnOlderOne(TestDatabase database) {
        assertThatThrownBy(migrator(database, 14)::verify)
                .isInstanceOf(GatewayException.Fatal.class)
                .hasMessageContaining("the server is PostgreSQL 14");
    }

    private static SchemaMigrator migrator(TestDatabase database, int version) {
        return new SchemaMigrator(answering(
                DataSource.class,
                database.bridgePool(),
                "getConnection",
                connection -> answering(
                        Connection.class,
                        (Connection) connection,
                        "getMetaData",
                        metaData -> answering(
                                DatabaseMetaData.class,
                                (DatabaseMetaData) metaData,
                                "getDatabaseMajorVersion",
                                real -> version))));
    }

    /** @return what answers as the other does, but for one method */
    private static <T> T answering(Class<T> type, T other, String method, UnaryOperator<Object> answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (_, called, arguments) -> {
                    try {
                        Object answered = called.invoke(other, arguments);
                        return called.getName().equals(method) ? answer.apply(answered) : answered;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
