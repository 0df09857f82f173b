package org.c4igateway.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.c4igateway.lab.net.Impairment;
import org.c4igateway.lab.net.NetworkPlan;
import org.c4igateway.lab.net.NetworkPlan.Wire;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioReaderTest {
    private static final Path SHIPPED = Path.of("scenarios");

    /** Line numbers in the test below count from the first line here. */
    private static final String GOOD = """
            title: A test
            figure: rate
            network:
              hosts: [A, B]
              switches: [s]
              links:
                one: [A, s]
                two: [s, B]
            cells: [jms-tuned]
            workload: {from: A, to: B, messages: 10, bytes: 200, topic: A080}
            conditions:
              slow:
                links: {one: {rate: 128k, loss: 10 %, delay: 5ms}}
            events:
              - {at: 2s, start: A}
              - {at: 0s, kill: A}
              - {at: 1.5s, submit: all}
            """;

    @Test
    void readsEveryShippedScenario() throws IOException, ScenarioException {
        Scenarios scenarios = Scenarios.in(SHIPPED);

        assertThat(scenarios.names()).contains("paper/loss", "smoke", "node-addition");
        for (String name : scenarios.names()) {
            assertThat(scenarios.read(name).conditions()).as(name).isNotEmpty();
        }
    }

    @Test
    void namesAHostThatJoinsLater() throws IOException, ScenarioException {
        assertThat(read(GOOD).procedure().newcomer()).isEmpty();
        assertThat(read(GOOD + "newcomer: B\n").procedure().newcomer()).isEqualTo("B");
        assertThatExceptionOfType(ScenarioException.class)
                .isThrownBy(() -> read(GOOD + "newcomer: s\n"))
                .withMessageContaining("'s' is no host of the network");
    }

    @Test
    void boundsWhatALinkCanCarry() throws IOException, ScenarioException {
        Scenario loss = Scenarios.in(SHIPPED).read("paper/loss");

        Condition condition = loss.conditions().get(3);
        assertThat(condition.name()).isEqualTo("30 % at 128k");
        assertThat(condition.reference().bounds().get("dds")).isCloseTo(37.1, within(0.05));
        assertThat(condition.reference().bounds().get("tcp")).isCloseTo(53.6, within(0.05));
        assertThat(condition.reference().paper().get("dds")).isEqualTo(new Condition.Published(19, 28));
        assertThat(condition.slowestBitsPerSecond()).isEqualTo(128_000);
    }

    @Test
    void readsLinksEventsAndWorkload() throws IOException, ScenarioException {
        Scenario scenario = read(GOOD);

        Condition condition = scenario.conditions().getFirst();
        Impairment forward = condition.link("one").forward();
        assertThat(forward.rate().bitsPerSecond()).isEqualTo(128_000);
        assertThat(forward.loss().share()).isEqualTo(0.1);
        assertThat(forward.delay().base()).isEqualTo(Duration.ofMillis(5));
        assertThat(condition.link("one").backward()).isEqualTo(forward);
        assertThat(condition.events())
                .containsExactly(
                        new Event(Duration.ZERO, Event.Action.KILL, "A"),
                        new Event(Duration.ofMillis(1_500), Event.Action.SUBMIT, ""),
                        new Event(Duration.ofSeconds(2), Event.Action.START, "A"));
        assertThat(condition.flows().getFirst().messages()).isEqualTo(10);
        NetworkPlan network = scenario.networkFor(condition, scenario.cells().getFirst());
        assertThat(network.links().getFirst().wire()).isEqualTo(Wire.DELAYED);
        assertThat(network.links().getLast().wire()).isEqualTo(Wire.PLAIN);
    }

    @Test
    void buildsOnlyWhatAConditionNeeds() throws IOException, ScenarioException {
        Scenario loss = Scenarios.in(SHIPPED).read("paper/loss");
        Condition plain = loss.conditions().getFirst();
        Condition delayed = loss.conditions().getLast();

        assertThat(loss.networkFor(plain, cell(loss, "dds-tuned")).links())
                .extracting(NetworkPlan.Link::wire)
                .containsExactly(Wire.SHAPED);
        assertThat(loss.networkFor(delayed, cell(loss, "dds-tuned")).links())
                .extracting(NetworkPlan.Link::wire)
                .containsExactly(Wire.DELAYED);
        assertThat(loss.networkFor(plain, cell(loss, "dds-wan")).linksOfSites())
                .containsExactly(new NetworkPlan.Link("link", "ALPHA-SITE", "BRAVO-SITE", Wire.SHAPED));
    }

    private static Cell cell(Scenario scenario, String name) {
        return scenario.cells().stream()
                .filter(cell -> cell.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            figure: rate          | figure: speed              | 2:9: 'speed' is not one of rate, recovery
            figure: rate          | figur: rate                | 2:1: unknown key 'figur'
            hosts: [A, B]         | hosts: [A, B, B]           | 4:3: B is named twice
            one: [A, s]           | one: [A, x]                | 7:14: no host, switch or router is named 'x'
            one: [A, s]           | one: [A]                   | 7:10: a link has two ends
            two: [s, B]           | two: [s, A]                | 4:3: A is a host and has more than one link
            [jms-tuned]           | [dds-wan]                  | 9:8: a cell goes via wan or relay, but no
            [jms-tuned]           | [jms-turned]               | 9:9: no cell is named 'jms-turned'
            to: B                 | to: A                      | 10:25: 'A' is no host that can be meant here
            messages: 10          | messages: 0                | 10:38: '0' is not a whole number of at least 1
            rate: 128k            | rate: fast                 | 13:25: 'fast' is not a rate such as 128k
            loss: 10 %            | loss: 110 %                | 13:37: more than 100 %
            links: {one           | links: {three              | 13:20: no link is named 'three'
            delay: 5ms            | delay: 5                   | 13:50: '5' is not a time such as 50ms
            start: A              | start: C                   | 15:21: no host is named 'C'
            submit: all           | stop: A                    | 15:3: nothing is ever submitted
            at: 2s, start: A      | at: 2s                     | 15:5: an event has a time and one action
            conditions:           | conditions: [              | not YAML
            """)
    void namesLineAndColumnOfAProblem(String good, String bad, String complaint) {
        assertThat(GOOD).contains(good);
        assertThatExceptionOfType(ScenarioException.class)
                .isThrownBy(() -> read(GOOD.replaceFirst(java.util.regex.Pattern.quote(good), bad)))
                .withMessageContaining("test.yaml:")
                .withMessageContaining(complaint);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"vm.swappiness: 1", "net.core.rmem_max: 1", "net.ipv4.tcp_rto_max_ms: soon", "net.ipv4.a/b: 1"})
    void takesSettingsOfTheKernelOnlyWhereEachNamespaceHasItsOwn(String setting) throws Exception {
        String cell = "my: {carrier: jms, kernel: {%s}}";
        String good = cell.formatted("net.ipv4.tcp_rto_max_ms: 1000");
        assertThat(CellReader.read(ScenarioReader.root("cells.yaml", good)).values())
                .extracting(read -> read.tuning().kernel())
                .containsExactly(Map.of("net.ipv4.tcp_rto_max_ms", "1000"));

        assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(() -> CellReader.read(ScenarioReader.root("cells.yaml", cell.formatted(setting))))
                .withMessageContaining(setting);
    }

    private static Scenario read(String yaml) throws IOException, ScenarioException {
        java.nio.file.Path shared = SHIPPED.resolve("cells.yaml");
        var cells = CellReader.read(ScenarioReader.root(shared.toString(), java.nio.file.Files.readString(shared)));
        return new ScenarioReader(cells).read("test", "test.yaml", yaml);
    }
}
