package org.c4igateway.test.e2e.mesh;

import org.c4igateway.dbbridge.database.PostgresExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Nodes and their databases for all tests of a class; a test that fails shows the logs. */
@TestInstance(Lifecycle.PER_CLASS)
@ExtendWith(PostgresExtension.class)
public abstract class MeshFixture {
    /** Closes at the end of the class what it shows the logs of. */
    @RegisterExtension
    protected final LogsOnFailure logs = new LogsOnFailure();

    @AfterAll
    void closeNodes() {
        logs.closeAll();
    }
}
