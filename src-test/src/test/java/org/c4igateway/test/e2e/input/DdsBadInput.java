package org.c4igateway.test.e2e.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.C4iServer;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What concerns DDS only, with any implementation. */
@Tag("slow")
abstract class DdsBadInput extends BadInput {
    DdsBadInput(Middleware middleware, PostgresServer server) {
        super(middleware, server);
    }

    /** Nobody there reads the topic, so the sender refuses the message; others pass it meanwhile. */
    @Test
    void parksAtTheSenderWhatTheReceiverHasNoTopicFor() throws SQLException {
        C4iServer alpha = mesh.server("ALPHA");
        SubmittedRow submittedRow = ofMissingTopic();
        long refused = alpha.submit(submittedRow, "BRAVO");
        alpha.submit(Samples.reliable(), "BRAVO");
        mesh.awaitSettled("ALPHA");
        assertThat(alpha.outcome(refused, "BRAVO").subList(0, 2))
                .containsExactly("rejected", ErrorCode.UNKNOWN_TOPIC.code());
        assertParked(alpha, "outbound", refused, submittedRow, ErrorCode.UNKNOWN_TOPIC);
        mesh.expect("ALPHA", refused, "BRAVO", "rejected");
        mesh.assertDelivered("ALPHA", "BRAVO");
    }
}
