package org.c4igateway.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.util.List;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logins through the form of a real node: held back, counted, written down. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class ConsoleLoginsTest {
    private static final int MORE_THAN_ANY_MACHINE_MAKES_IN_THEIR_WAITS = 12;

    @Test
    void holdsBackWhoeverTriesPasswordsAndWritesDownWhoCameIn(TestDatabase database) throws SQLException {
        try (ConsoleNode node = ConsoleNode.start(database)) {
            Browser operator = node.loggedIn(ConsoleNode.OPERATOR);
            Browser stranger = node.browser();
            int refused = 0;
            while (!attempt(stranger).endsWith("?held")) {
                refused++;
                assertThat(refused).isLessThan(MORE_THAN_ANY_MACHINE_MAKES_IN_THEIR_WAITS);
            }
            assertThat(refused).isGreaterThanOrEqualTo(3);
            assertThat(stranger.get("/console/login?held").body()).contains("Too many attempts");

            assertThat(node.browser().get("/actuator/prometheus").body())
                    .contains("c4i_console_logins_total{result=\"accepted\"} 1.0")
                    .contains("c4i_console_logins_total{result=\"refused\"} " + refused + ".0")
                    .contains("c4i_console_logins_total{result=\"held\"} 1.0");
            List<String> written = database.column(
                    "SELECT actor || '/' || address || '/' || result FROM c4i.console_login ORDER BY id");
            assertThat(written.getFirst()).isEqualTo("chief/127.0.0.1/accepted");
            assertThat(written.subList(1, written.size()))
                    .hasSize(refused)
                    .as("a name that nobody has may be a password")
                    .containsOnly("/127.0.0.1/refused");
            assertThat(operator.get("/console/actions").body())
                    .contains("127.0.0.1")
                    .contains("refused");
        }
    }

    @Test
    void givesTheLoginsAsAFile(TestDatabase database) throws SQLException {
        database.execute("SELECT c4i.record_login('=chief', '192.0.2.2', 'refused') FROM generate_series(1, 1100)");
        try (ConsoleNode node = ConsoleNode.start(database)) {
            Browser viewer = node.loggedIn(ConsoleNode.VIEWER);

            HttpResponse<String> file = viewer.get("/console/logins.csv");

            assertThat(file.headers().firstValue("Content-Type").orElseThrow()).isEqualTo("text/csv;charset=UTF-8");
            assertThat(file.headers().firstValue("Content-Disposition").orElseThrow())
                    .isEqualTo("attachment; filename=\"logins-ALPHA.csv\"");
            assertThat(file.body()).startsWith("\uFEFFid,at,actor,address,result\r\n1101,");
            List<String> lines = file.body().lines().toList();
            assertThat(lines).hasSize(1_102);
            assertThat(lines.get(1)).endsWith("Z," + ConsoleNode.VIEWER + ",127.0.0.1,accepted");
            assertThat(lines.getLast()).startsWith("1,").endsWith("Z,'=chief,192.0.2.2,refused");
            assertThat(viewer.get("/console/actions").body()).contains("href=\"/console/logins.csv\"");
            assertThat(node.browser().get("/console/logins.csv").statusCode()).isEqualTo(302);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "server.forward-headers-strategy=none",
                "spring.main.cloud-platform=kubernetes",
                "server.tomcat.remoteip.internal-proxies=192.0.2.1/32"
            })
    void doesNotBelieveAForgedAddress(String setting, TestDatabase database) throws SQLException {
        String strategy =
                setting.contains("remoteip") ? "server.forward-headers-strategy=native" : "logging.level.root=warn";
        try (ConsoleNode node = ConsoleNode.start(database, setting, strategy)) {
            int refused = 0;
            String answer = "";
            while (!answer.endsWith("?held")) {
                refused++;
                assertThat(refused).isLessThan(MORE_THAN_ANY_MACHINE_MAKES_IN_THEIR_WAITS);
                Browser stranger = node.browser("X-Forwarded-For", "203.0.113." + refused);
                answer = stranger.logIn("name " + refused, "tried out")
                        .headers()
                        .firstValue("Location")
                        .orElse("");
            }

            assertThat(database.column("SELECT DISTINCT address FROM c4i.console_login"))
                    .containsExactly("127.0.0.1");
        }
    }

    @Test
    void tellsThoseBehindATrustedProxyApart(TestDatabase database) throws SQLException {
        try (ConsoleNode node = ConsoleNode.start(
                database,
                "server.forward-headers-strategy=native",
                "server.tomcat.remoteip.internal-proxies=127.0.0.1/32")) {
            Browser stranger = node.browser("X-Forwarded-For", "203.0.113.1");
            int refused = 0;
            while (!attempt(stranger).endsWith("?held")) {
                refused++;
                assertThat(refused).isLessThan(MORE_THAN_ANY_MACHINE_MAKES_IN_THEIR_WAITS);
            }
            Browser operator = node.browser("X-Forwarded-For", "203.0.113.2");
            operator.logIn(ConsoleNode.OPERATOR, ConsoleNode.PASSWORD);

            assertThat(operator.get("/console").statusCode()).isEqualTo(200);
            assertThat(database.column("SELECT DISTINCT address || ' ' || result FROM c4i.console_login ORDER BY 1"))
                    .containsExactly("203.0.113.1 refused", "203.0.113.2 accepted");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"native", "framework"})
    void refusesToBelieveEverybody(String strategy, TestDatabase database) {
        assertThatThrownBy(() -> ConsoleNode.start(database, "server.forward-headers-strategy=" + strategy))
                .hasRootCauseInstanceOf(GatewayException.Fatal.class)
                .rootCause()
                .hasMessageContaining("server.forward-headers-strategy: '" + strategy + "' would let any client forge");
    }

    @Test
    void letsSomebodyInWhileTheLoginCannotBeWrittenDown(TestDatabase database) throws SQLException {
        try (ConsoleNode node = ConsoleNode.start(database)) {
            database.execute("REVOKE EXECUTE ON FUNCTION c4i.record_login FROM c4i_console");

            assertThat(node.loggedIn(ConsoleNode.VIEWER).get("/console").statusCode())
                    .isEqualTo(200);
        }
    }

    private static String attempt(Browser browser) {
        return browser.logIn("no such user", "a password that was typed into the wrong field")
                .headers()
                .firstValue("Location")
                .orElse("");
    }
}
