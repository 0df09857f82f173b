package org.c4igateway.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A login ends although its page stays open and asks again and again. */
@ExtendWith(PostgresExtension.class)
class SessionEndTest {
    @Test
    void pageThatBringsItselfUpToDateDoesNotKeepASession(PostgresServer server) {
        try (TestDatabase database = server.database();
                ConsoleNode node = ConsoleNode.start(database, "c4i.console.session.idle=2s")) {
            Browser browser = node.loggedIn(ConsoleNode.VIEWER);

            await("the session ends")
                    .until(() -> browser.get("/console/overview-now").statusCode() == 302);

            assertThat(browser.get("/console").headers().firstValue("Location").orElse(""))
                    .endsWith("/console/login");
        }
    }
}
