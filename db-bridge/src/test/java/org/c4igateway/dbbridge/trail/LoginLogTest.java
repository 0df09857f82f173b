package org.c4igateway.dbbridge.trail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class LoginLogTest {
    @Test
    void keepsTheNewestTenThousand(TestDatabase database) throws SQLException {
        try (HikariDataSource pool = new Connections(database.console()).questions("test", Duration.ofSeconds(30))) {
            LoginLog log = new LoginLog(pool);
            log.record("chief", "192.0.2.1", true);
            database.execute("SELECT c4i.record_login('', '192.0.2.2', 'refused') FROM generate_series(1, 10000)");
            log.record("watch", "192.0.2.3", true);

            assertThat(database.number("SELECT count(*) FROM c4i.console_login"))
                    .isEqualTo(10_000);
            Page<LoginLine> page = log.page(Long.MAX_VALUE, 2);
            assertThat(page.rows())
                    .extracting(LoginLine::actor, LoginLine::address, LoginLine::accepted)
                    .containsExactly(tuple("watch", "192.0.2.3", true), tuple("", "192.0.2.2", false));
            assertThat(log.page(page.next().orElseThrow(), 2).rows())
                    .extracting(LoginLine::id)
                    .startsWith(page.rows().getLast().id() - 1);
        }
    }
}
