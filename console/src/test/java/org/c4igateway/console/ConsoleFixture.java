package org.c4igateway.console;

import java.io.IOException;
import java.sql.SQLException;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** One node with a console, on a database of its own, for all tests of a class. */
@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init") // set before all tests
abstract class ConsoleFixture {
    TestDatabase database;
    ConsoleNode node;

    @BeforeAll
    void startNode(PostgresServer server) throws IOException, InterruptedException, SQLException {
        database = server.database();
        database.execute("INSERT INTO c4i.node (system_name, timeline) VALUES ('ALPHA', 1)");
        node = ConsoleNode.start(database, settings());
    }

    @AfterAll
    void stopNode() {
        node.close();
        database.close();
    }

    /** @return what differs from the usual node, {@code key=value}; asked for once, before the node starts */
    String[] settings() throws IOException, InterruptedException {
        return new String[0];
    }
}
