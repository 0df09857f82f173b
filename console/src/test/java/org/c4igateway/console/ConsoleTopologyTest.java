package org.c4igateway.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.c4igateway.core.transport.EndpointMismatch;
import org.c4igateway.core.transport.EndpointMismatch.Cause;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What keeps a node and its peers apart, as the pages tell it. */
@ExtendWith(PostgresExtension.class)
class ConsoleTopologyTest {
    @Test
    void saysWhyAPeerIsAway(TestDatabase database) throws SQLException, IOException {
        database.execute("INSERT INTO c4i.node (system_name, timeline) VALUES ('ALPHA', 1)");
        database.submit(0, "payload", "BRAVO");
        try (ConsoleNode with = ConsoleNode.start(database, ConsoleNode.peers("BRAVO"))) {
            Browser viewer = with.loggedIn(ConsoleNode.VIEWER);

            for (String page : List.of("/console", "/console/topology", "/console/peers")) {
                await(page)
                        .atMost(Duration.ofSeconds(60))
                        .untilAsserted(() -> assertThat(viewer.get(page).body())
                                .contains("BRAVO", "Nothing listens at 127.0.0.1:1: its process is down"));
            }
            assertThat(viewer.get("/console/topology").body())
                    .contains("DDS endpoints that do not match", "None at the last check");
            assertThat(viewer.get("/actuator/health").body())
                    .contains("nothing listens at 127.0.0.1:1")
                    .contains("never reachable since this node is active");
        }
    }

    @Test
    void showsEndpointsThatDoNotMatch(TestDatabase database) throws SQLException {
        database.execute("INSERT INTO c4i.node (system_name, timeline) VALUES ('ALPHA', 1)");
        UnfitTransport transport = new UnfitTransport(List.of(
                new EndpointMismatch(
                        "KMTF_A004",
                        true,
                        "BRAVO",
                        List.of(
                                new Cause("RELIABILITY", "BEST_EFFORT", "RELIABLE"),
                                new Cause("DEADLINE", "infinite", "10 s"))),
                new EndpointMismatch("KMTF_S201", false, "<writer> 0110", List.of(new Cause("TYPE", "one", "two")))));
        try (ConsoleNode node = ConsoleNode.startWith(database, transport, "c4i.destinations.BRAVO=dds")) {
            Browser viewer = node.loggedIn(ConsoleNode.VIEWER);
            viewer.awaitText("/console/topology", "KMTF_A004");

            assertThat(viewer.text("/console/topology", "Accept-Language", "en"))
                    .contains("Topic Other side Direction Why")
                    .contains("KMTF_A004 BRAVO outbound RELIABILITY : offered BEST_EFFORT, requested RELIABLE."
                            + " The reader wants lost samples again, but the writer does not send them again."
                            + " DEADLINE : offered infinite, requested 10 s."
                            + " The reader wants a sample more often than the writer promises.")
                    .contains("KMTF_S201 &lt;writer&gt; 0110 inbound TYPE : offered one, requested two."
                            + " The two use the name of the topic with different types.")
                    .doesNotContain("None at the last check");
            assertThat(viewer.text("/console/topology", "Accept-Language", "ko"))
                    .contains("토픽 상대쪽 방향 까닭")
                    .contains("KMTF_A004 BRAVO 송신 RELIABILITY : 제공 BEST_EFFORT, 요청 RELIABLE."
                            + " 리더는 잃은 샘플을 다시 받기를 바라지만 라이터는 다시 보내지 않습니다.")
                    .contains("KMTF_S201 &lt;writer&gt; 0110 수신 TYPE : 제공 one, 요청 two."
                            + " 둘이 같은 토픽 이름을 서로 다른 타입으로 씁니다.");
        }
    }
}
