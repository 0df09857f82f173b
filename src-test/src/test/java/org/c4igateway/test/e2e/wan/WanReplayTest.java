package org.c4igateway.test.e2e.wan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.c4igateway.lab.testbed.NodeProcess;
import org.c4igateway.lab.testbed.WanSites;
import org.c4igateway.lab.testbed.config.Transports;
import org.c4igateway.test.e2e.mesh.Namespaces;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.process.TestJava;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two WAN gateways, whose link carries one label, between a row that is sent again and its dead letter. */
@Tag("slow")
@Tag("campaign")
class WanReplayTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String SUBMIT = ("SELECT c4i.submit('%s', 3, '{BRAVO}', convert_to(E'MSGID/HELQUEST/9 SF"
                    + " BDE//\\nRMKS/' || rpad(n::text, 12000, 'X') || E'//\\n', 'UTF8'), NULL, 'EXERCISE')"
                    + " FROM generate_series(1, 3) AS n")
            .formatted(Samples.reliable().topicId());
    private static final String STATES =
            "SELECT state || ' ' || coalesce(code, '') FROM c4i.delivery ORDER BY sequence";

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void takesOnceWhatBothSitesRepeatAndTellsTheOrigin() throws IOException, SQLException, InterruptedException {
        Namespaces.require();
        WanSites.Options oneLabel = new WanSites.Options("512kbit", true, List.of("labels: [EXERCISE]"));
        try (WanSites sites = WanSites.open(1, oneLabel, TestJava.quickStart())) {
            sites.startGateways(PATIENCE);
            sites.mesh().start(Transports.DDS, PATIENCE);
            NodeProcess bravo = sites.mesh().node("BRAVO");
            bravo.stop();
            bravo.start("-Dc4i.max-payload=10000");
            bravo.awaitActive(PATIENCE, true);
            rows(sites, "ALPHA", SUBMIT);
            awaitStates(sites, "rejected GW-302", "rejected GW-302", "rejected GW-302");

            bravo.stop();
            rows(sites, "ALPHA", "SELECT message FROM c4i.replay('chief', 'raised', code => 'GW-302')");
            rows(sites, "BRAVO", "SELECT message FROM c4i.readmit('chief', 'raised', code => 'GW-302')");
            bravo.start();

            awaitStates(
                    sites,
                    "delivered GW-318",
                    "delivered GW-318",
                    "delivered GW-318",
                    "delivered ",
                    "delivered ",
                    "delivered ");
            assertThat(rows(sites, "BRAVO", "SELECT label FROM c4i.received"))
                    .containsExactly("EXERCISE", "EXERCISE", "EXERCISE");
        }
    }

    private static void awaitStates(WanSites sites, String... states) {
        await(STATES).atMost(PATIENCE).until(() -> rows(sites, "ALPHA", STATES), List.of(states)::equals);
    }

    private static List<String> rows(WanSites sites, String system, String sql) throws SQLException {
        try (Connection connection = sites.mesh().database(system).openOwner();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (row.next()) {
                values.add(row.getString(1));
            }
            return values;
        }
    }
}
