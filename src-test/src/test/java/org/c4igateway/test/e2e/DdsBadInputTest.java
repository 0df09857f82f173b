package org.c4igateway.test.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.junit.jupiter.api.Test;

class DdsBadInputTest extends BadInput {
    DdsBadInputTest(PostgresServer server) {
        super(Carrier.DDS, server);
    }

    /** Nobody there reads the topic, so nobody can refuse the message; others pass it meanwhile. */
    @Test
    void keepsWhatTheReceiverHasNoTopicForUntilItExpires() throws SQLException {
        C4iServer alpha = mesh.server("ALPHA");
        long waiting = alpha.submit(ofMissingTopic().withExpiry(Instant.now().plusSeconds(6)), "BRAVO");
        long after = alpha.submit(Samples.reliable(), "BRAVO");
        await("the one after it")
                .atMost(Duration.ofSeconds(30))
                .until(() -> alpha.outcome(after, "BRAVO").getFirst().equals("delivered"));
        mesh.awaitSettled("ALPHA");
        assertThat(alpha.outcome(waiting, "BRAVO").subList(0, 2)).containsExactly("expired", "GW-304");
        mesh.assertDelivered("ALPHA", "BRAVO");
    }
}
