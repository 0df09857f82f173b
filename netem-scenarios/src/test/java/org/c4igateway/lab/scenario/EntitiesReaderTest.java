package org.c4igateway.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntitiesReaderTest {
    private static final String ENTITIES = """
            title: A test
            layer: transport
            figure: meeting-time
            network: {hosts: [A, B, C], switches: [s], links: {a: [A, s], b: [B, s], c: [C, s]}}
            cells: [cyclone, opendds, artemis, artemis-external, tcp, ddsperf, threads]
            workload: {kind: entities, from: A, to: B, broker: C, place: two-hosts, participants: 2, topics: [270, 10],
                       qos: reliable, quick: {topics: 1}}
            conditions:
              plain: {}
              more: {workload: {participants: 20}}
            """;

    @Test
    void readsTheArchitecturesOfPollux() throws IOException, ScenarioException {
        Scenario scenario = Scenarios.in(Path.of("scenarios")).read("pollux/architectures");

        assertThat(scenario.goal().figure()).isEqualTo(Scenario.Figure.MEETING_TIME);
        assertThat(scenario.conditions().getFirst().exchange().orElseThrow().kind())
                .isEqualTo(new Exchange.Kind.Entities(1, List.of(1, 10, 100, 270), "BROKER"));
        assertThat(scenario.conditions())
                .filteredOn(condition -> condition.slowestBitsPerSecond() == 128_000)
                .hasSize(2);
        assertThat(scenario.goal().statements())
                .extracting(Label::english)
                .anyMatch(statement -> statement.startsWith("Not run: a federated DDS"));
    }

    @Test
    void readsWhoMeetsAndWhoCan() throws IOException, ScenarioException {
        Scenario scenario = ExchangeReaderTest.read(ENTITIES);
        Condition more = scenario.conditions().getLast();

        assertThat(more.exchange().orElseThrow().kind())
                .isEqualTo(new Exchange.Kind.Entities(20, List.of(10, 270), "C"));
        assertThat(scenario.quickly()
                        .conditions()
                        .getLast()
                        .exchange()
                        .orElseThrow()
                        .kind())
                .isEqualTo(new Exchange.Kind.Entities(20, List.of(1), "C"));
        assertThat(more.systems()).as("the broker's host takes part").containsExactly("A", "B", "C");
        assertThat(scenario.cells().stream().filter(more::admits))
                .extracting(Cell::name)
                .containsExactly("cyclone", "opendds", "artemis", "artemis-external");
    }

    /** Without a word for it the engine of all is where the reading ends are. */
    @Test
    void hasTheBrokerBesideTheReadingEndsByDefault() throws IOException, ScenarioException {
        Scenario scenario = ExchangeReaderTest.read(ENTITIES.replace("broker: C, ", ""));

        assertThat(scenario.conditions().getFirst().systems()).containsExactly("A", "B");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            participants: 2,       | ''                         | key 'participants' is missing
            participants: 20       | participants: 101          | at most 100 ends, not 101
            participants: 20       | participants: 0            | is not a whole number of at least 1
            [270, 10]              | [270, 270]                 | 270 stands there twice
            [270, 10]              | [0]                        | is not a whole number of at least 1
            [270, 10]              | [1001]                     | a participant has 1 to 1000 topics, not 1001
            [270, 10]              | []                         | no number
            broker: C              | broker: D                  | is no host of the network
            place: two-hosts       | place: same-host           | ends that meet are on two hosts
            qos: reliable          | qos: best-effort           | ends that meet are reliable
            quick: {topics: 1}     | quick: {volume: 1M}        | unknown key 'volume'
            plain: {}              | plain: {plumbing: host}    | plumbing is of round trips and streams
            figure: meeting-time   | figure: round-trip         | meeting-time where it is entities
            """)
    void namesWhatIsWrongInEndsThatMeet(String good, String bad, String complaint) {
        assertThat(ENTITIES).contains(good);
        assertThatExceptionOfType(ScenarioException.class)
                .isThrownBy(() -> ExchangeReaderTest.read(ENTITIES.replace(good, bad)))
                .withMessageContaining("test.yaml:")
                .withMessageContaining(complaint);
    }
}
