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
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.TrafficClass;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node behind one WAN gateway subscribes to what a node behind another one publishes. */
@Tag("slow")
@Tag("campaign")
class WanPublishTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String ORDER = ofClass(TrafficClass.ORDER);
    private static final String REPORT = ofClass(TrafficClass.REPORT);

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void carriesSubscriptionsOneWayAndWhatIsPublishedTheOther() throws IOException, SQLException, InterruptedException {
        Namespaces.require();
        try (WanSites sites = WanSites.open(1, WanSites.Options.of("512kbit"))) {
            sites.startGateways(PATIENCE);
            sites.mesh().start(Transports.DDS, PATIENCE);
            NodeProcess bravo = sites.mesh().node("BRAVO");
            bravo.stop();
            publish(sites, ORDER, "before the subscription");
            awaitRows(sites, "ALPHA", "SELECT sequence FROM c4i.publication_status WHERE state = 'routed'", 1);

            bravo.start("-Dc4i.subscriptions.wanted[0].pattern=class:ORDER");
            bravo.awaitActive(PATIENCE, true);

            awaitRows(sites, "ALPHA", "SELECT pattern FROM c4i.subscriber WHERE pattern = 'class:ORDER'", 1);
            assertThat(rows(sites, "ALPHA", "SELECT system || ' ' || pattern || ' ' || transport FROM c4i.subscriber"))
                    .containsExactly("BRAVO class:ORDER dds");
            publish(sites, REPORT, "nobody wants it");
            publish(sites, ORDER, "wanted");
            awaitRows(sites, "BRAVO", "SELECT label FROM c4i.received", 2);

            assertThat(rows(sites, "BRAVO", "SELECT label FROM c4i.received ORDER BY received_id"))
                    .containsExactly("before the subscription", "wanted");
            assertThat(rows(
                            sites,
                            "ALPHA",
                            "SELECT state FROM c4i.publication_status WHERE topic_id = '" + REPORT + "'"))
                    .containsExactly("unclaimed");
            awaitRows(sites, "ALPHA", "SELECT state FROM c4i.delivery_status WHERE state = 'delivered'", 2);
        }
    }

    private static void publish(WanSites sites, String topic, String label) throws SQLException {
        try (Connection connection = sites.mesh().database("ALPHA").openApp();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT c4i.publish_text('%s', 1, E'MSGID/ORDER/1DIV/001//\\n', NULL, '%s')"
                    .formatted(topic, label));
        }
    }

    private static void awaitRows(WanSites sites, String system, String sql, int count) {
        await(sql).atMost(PATIENCE).until(() -> rows(sites, system, sql).size() == count);
    }

    private static List<String> rows(WanSites sites, String system, String sql) throws SQLException {
        try (Connection connection = sites.mesh().database(system).openApp();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (row.next()) {
                values.add(row.getString(1));
            }
            return values;
        }
    }

    private static String ofClass(TrafficClass trafficClass) {
        return TopicCatalogue.reference().topics().stream()
                .filter(topic -> topic.trafficClass() == trafficClass && topic.reliable())
                .map(Topic::id)
                .findFirst()
                .orElseThrow();
    }
}
