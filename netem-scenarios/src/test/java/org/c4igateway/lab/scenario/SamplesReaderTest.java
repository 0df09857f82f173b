package org.c4igateway.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SamplesReaderTest {
    private static final String SAMPLES = """
            title: A test
            layer: transport
            figure: sample-rate
            network: {hosts: [A, B], links: {one: [A, B]}}
            cells: [zenoh-tcp, zenoh-udp, artemis-bridge, jdbc-poller, cyclone, tcp, udp, ddsperf, threads]
            workload: {kind: samples, from: A, to: B, bytes: 200, primers: 5, samples: 10, qos: reliable,
                       place: two-hosts}
            conditions: {plain: {}}
            """;

    @Test
    void readsThePeersOnTheLinksOfTheGateway() throws IOException, ScenarioException {
        Scenarios shipped = Scenarios.in(Path.of("scenarios"));
        Scenario peers = shipped.read("paper/peers");
        Scenario loss = shipped.read("paper/loss");

        assertThat(peers.conditions()).hasSize(6).allSatisfy(condition -> {
            Exchange exchange = condition.exchange().orElseThrow();
            assertThat(exchange.kind()).isEqualTo(new Exchange.Kind.Samples(new Exchange.Counts(500, 1_000)));
            assertThat(exchange.sizes()).containsExactly(200);
            assertThat(loss.conditions())
                    .as("the same link under the same name")
                    .anyMatch(other -> other.name().equals(condition.name())
                            && other.links().equals(condition.links()));
            assertThat(peers.cells()).allMatch(condition::admits);
        });
        assertThat(peers.procedure().timeLimit()).isEqualTo(loss.procedure().timeLimit());
        assertThat(peers.needsDatabase()).isFalse();
    }

    @Test
    void leavesBridgesToSamples() throws IOException, ScenarioException {
        Scenario samples = ExchangeReaderTest.read(SAMPLES);
        Scenario roundTrips = ExchangeReaderTest.read(SAMPLES.replace("sample-rate", "round-trip")
                .replace("kind: samples", "kind: round-trip")
                .replace("samples: 10", "round-trips: 10"));

        assertThat(samples.cells().stream().filter(samples.conditions().getFirst()::admits))
                .extracting(Cell::name)
                .containsExactly("zenoh-tcp", "zenoh-udp", "artemis-bridge", "jdbc-poller", "cyclone", "tcp");
        assertThat(roundTrips.cells().stream().filter(roundTrips.conditions().getFirst()::admits))
                .extracting(Cell::name)
                .containsExactly("cyclone", "tcp", "ddsperf");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            bytes: 200            | bytes: 99                  | is not a whole number of at least 100
            bytes: 200            | bytes: 2049                | a payload has 100 to 2048 bytes
            bytes: 200            | bytes: [200, 300]          | samples have one size
            samples: 10           | samples: 0                 | is not a whole number of at least 1
            primers: 5,           | ''                         | key 'primers' is missing
            place: two-hosts      | place: same-host           | samples go from one host to another
            figure: sample-rate   | figure: stream-rate        | sample-rate where it is samples
            plain: {}             | plain: {plumbing: routed}  | plumbing is of round trips and streams
            """)
    void namesWhatIsWrong(String good, String bad, String complaint) {
        assertThat(SAMPLES).contains(good);
        assertThatExceptionOfType(ScenarioException.class)
                .isThrownBy(() -> ExchangeReaderTest.read(SAMPLES.replace(good, bad)))
                .withMessageContaining("test.yaml:")
                .withMessageContaining(complaint);
    }
}
