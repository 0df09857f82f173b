package org.c4igateway.lab.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.lab.scenario.ScenarioException;
import org.c4igateway.lab.scenario.Scenarios;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologyGraphTest {
    private static final Path SHIPPED = Path.of("scenarios");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by the extension
    private Path directory;

    private TopologyGraph graph(String name) throws IOException, ScenarioException {
        Scenario scenario = Scenarios.in(SHIPPED).read(name);
        Condition condition = scenario.conditions().getFirst();
        return new TopologyGraph(scenario.networkFor(condition, scenario.cells().getFirst()), condition);
    }

    @Test
    void drawsBothDirectionsOfALinkApartWhereTheyDiffer() throws IOException, ScenarioException {
        Path mine = Files.writeString(directory.resolve("mine.yaml"), """
                title: {en: "Mine", ko: "내 것"}
                figure: rate
                network:
                  hosts: [ALPHA, BRAVO]
                  switches: [lan]
                  links: {cable: [ALPHA, lan], radio: [lan, BRAVO]}
                cells: [jms-tuned]
                workload: {from: ALPHA, to: BRAVO, messages: 10, bytes: 200, topic: A080}
                time-limit: 60s
                repetitions: 1
                conditions:
                  evening:
                    links:
                      radio:
                        forward: {rate: 128k, loss: 12.5 %, burst: 3}
                        backward: {rate: 1M, delay: 20ms, jitter: 5ms, duplication: 1 %}
                """);

        TopologyGraph graph = graph(mine.toString());

        assertThat(graph.dot()).isEqualTo("""
                graph {
                  label="evening";
                  "ALPHA" [shape=box];
                  "BRAVO" [shape=box];
                  "lan" [shape=ellipse];
                  "ALPHA" -- "lan" [label="cable\\nclear"];
                  "lan" -- "BRAVO" [label="radio\\nfrom lan: 128 kbit/s, 12.5 % lost in bursts of 3\\nfrom BRAVO: 1 Mbit/s, 20 ms ± 5 ms, 1 % twice"];
                }
                """);
        assertThat(graph.mermaid()).isEqualTo("""
                graph LR
                  n0["ALPHA"]
                  n1["BRAVO"]
                  n2(["lan"])
                  n0 ---|"cable<br>clear"| n2
                  n2 ---|"radio<br>from lan: 128 kbit/s, 12.5 % lost in bursts of 3<br>from BRAVO: 1 Mbit/s, 20 ms ± 5 ms, 1 % twice"| n1
                """);
    }

    @Test
    void drawsEveryShippedScenario() throws IOException, ScenarioException {
        for (String name : Scenarios.in(SHIPPED).names()) {
            assertThat(graph(name).dot()).as(name).contains(" -- ");
        }
    }
}
