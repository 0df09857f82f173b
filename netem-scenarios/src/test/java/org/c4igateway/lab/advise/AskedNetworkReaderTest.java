package org.c4igateway.lab.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.lab.scenario.ScenarioException;
import org.c4igateway.lab.scenario.Scenarios;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AskedNetworkReaderTest {
    private static final Path EXAMPLES = Path.of("..", "docs", "examples", "networks");

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'links: {a: {rate: fast}}' | net.yaml:1:19: 'fast' is not a rate",
                "'links: {a: {speed: 1M}}' | net.yaml:1:13: unknown key 'speed'",
                "'systems: 1\nlinks: {a: {}}' | net.yaml:1:10: '1' is not a whole number of at least 2",
                "'systems: 90\nlinks: {a: {}}' | net.yaml:1:10: systems: at most 8, not 90",
                "'links: {a: {}}\noutages: {b: 3s}' | net.yaml:2:11: unknown key 'b'; known: a",
                "'links: {a: {}}\noutages: {a: 3h}' | net.yaml:2:14: outages: at most 2min, not 3h",
                "'links: {}' | net.yaml:1:8: links: 1 to 50, not 0",
                "'messages: {bytes: 5}\nlinks: {a: {}}' | net.yaml:1:19: '5' is not a whole number of at least 100",
                "'messages: {precedence: soon}\nlinks: {a: {}}' | net.yaml:1:24: precedence: 'soon' is not one of",
                "'messages: {per-second: 0}\nlinks: {a: {}}' | net.yaml:1:24: per-second: burst, or a number",
                "'systems: 2' | net.yaml:1:1: key 'links' is missing",
                "'links: {\"a,b\": {}}' | net.yaml:1:16: links: the name 'a,b' is not made of"
            })
    void namesKeyValueAndPlace(String yaml, String expected) {
        assertThatThrownBy(() -> AskedNetworkReader.read("net.yaml", yaml))
                .isInstanceOf(ScenarioException.class)
                .hasMessageStartingWith(expected);
    }

    /** What is measured is what was asked for, also when the file of the scenario is read again. */
    @ParameterizedTest
    @ValueSource(strings = {"radio", "satellite", "three-sites", "twelve-links"})
    void theScenarioHasTheLinksOfTheExample(String name) throws Exception {
        Path file = EXAMPLES.resolve(name + ".yaml");
        AskedNetwork network = AskedNetworkReader.read(file.toString(), Files.readString(file));

        Scenario scenario = scenario(network);

        assertThat(scenario.conditions()).hasSameSizeAs(network.links());
        for (AskedNetwork.Link link : network.links()) {
            Condition condition = scenario.conditions().stream()
                    .filter(candidate -> candidate.name().equals(link.name()))
                    .findFirst()
                    .orElseThrow();
            assertThat(condition.link("link")).isEqualTo(link.ways());
            assertThat(condition.flows().getFirst().to()).hasSize(network.systems() - 1);
            assertThat(condition.flows().getFirst().perSecond())
                    .isEqualTo(network.messages().perSecond());
            assertThat(condition.events()).hasSize(link.outage().isZero() ? 1 : 3);
        }
    }

    @Test
    void anOutageBeginsTwoSecondsAfterTheFirstMessage() throws Exception {
        AskedNetwork network = AskedNetworkReader.read("net.yaml", "links: {a: {rate: 1M}}\noutages: {a: 7s}");

        assertThat(scenario(network).conditions().getFirst().events())
                .extracting(event -> event.at())
                .containsExactly(Duration.ZERO, Duration.ofSeconds(2), Duration.ofSeconds(9));
    }

    private Scenario scenario(AskedNetwork network) throws Exception {
        Path written = Files.writeString(
                directory.resolve("advice.yaml"), new TrialScenario(network, network.links(), 3).yaml());
        return Scenarios.in(Path.of("scenarios")).read(written.toString());
    }
}
