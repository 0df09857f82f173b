package org.c4igateway.test.e2e.input;

import java.sql.SQLException;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class JmsBadInputTest extends BadInput {
    JmsBadInputTest(PostgresServer server) {
        super(Middleware.JMS, server);
    }

    @Test
    void parksOnBothSidesWhatTheReceiverHasNoTopicFor() throws SQLException {
        assertParkedOnBothSides(ofMissingTopic(), ErrorCode.UNKNOWN_TOPIC);
    }
}
