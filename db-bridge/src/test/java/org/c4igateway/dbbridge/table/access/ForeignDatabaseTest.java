package org.c4igateway.dbbridge.table.access;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForeignDatabaseTest {
    /** The limit is no measure: without patience of its own the login would never end. */
    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mariadb"})
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void givesUpALoginThatIsNotAnswered(String driver) throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String url = "jdbc:" + driver + "://127.0.0.1:" + silent.getLocalPort() + "/legacy";
            assertThatThrownBy(() -> ForeignDatabase.open(url, "reader", "")).isInstanceOf(SQLException.class);
        }
    }
}
