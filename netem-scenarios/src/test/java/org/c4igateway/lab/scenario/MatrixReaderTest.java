package org.c4igateway.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.History;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatrixReaderTest {
    private static final Path SHIPPED = Path.of("scenarios");

    private static final String DURABILITY = """
            title: A test
            layer: transport
            figure: write-time
            network: {hosts: [A, B], links: {one: [A, B]}}
            cells: [cyclone, opendds, tcp]
            workload: {kind: durability, from: A, to: B, bytes: 1024, samples: 100, durability: [volatile, transient],
                       reliability: reliable, history: [keep-last 8, keep-all], max-blocking: 100ms,
                       place: two-hosts, quick: {samples: 40}}
            conditions: {plain: {}}
            """;

    @Test
    void readsThePoliciesOfLateReaders() throws IOException, ScenarioException {
        Scenario shipped = Scenarios.in(SHIPPED).read("hpc/qos");
        Scenario small = ExchangeReaderTest.read(DURABILITY);

        assertThat(shipped.needsDatabase()).as("for the history service").isTrue();
        assertThat(Scenarios.in(SHIPPED).read("hpc/stream").needsDatabase()).isFalse();
        assertThat(shipped.conditions().getFirst().exchange().orElseThrow().kind())
                .isInstanceOfSatisfying(Exchange.Kind.Durability.class, kind -> {
                    assertThat(kind.samples()).isEqualTo(1_000);
                    assertThat(kind.matrix().durabilities()).containsExactly(Durability.Kind.values());
                    assertThat(kind.matrix().reliabilities()).containsExactly(Reliability.Kind.values());
                    assertThat(kind.matrix().histories())
                            .containsExactly(History.keepLast(1), History.keepLast(8), History.keepAll());
                });
        assertThat(small.quickly()
                        .conditions()
                        .getFirst()
                        .exchange()
                        .orElseThrow()
                        .kind())
                .isEqualTo(new Exchange.Kind.Durability(
                        new Exchange.Matrix(
                                List.of(Durability.Kind.VOLATILE, Durability.Kind.TRANSIENT),
                                List.of(Reliability.Kind.RELIABLE),
                                List.of(History.keepLast(8), History.keepAll()),
                                Duration.ofMillis(100)),
                        40));
        assertThat(small.cells().stream().filter(small.conditions().getFirst()::admits))
                .extracting(Cell::name)
                .containsExactly("cyclone");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [volatile, transient]  | [volatile, transient-local] | the history service needs something to keep
            [volatile, transient]  | [volatile, eternal]        | is not one of volatile, transient-local
            [volatile, transient]  | [transient, transient]     | stands there twice
            [volatile, transient]  | []                         | nothing to combine
            keep-last 8            | keep-first 8               | history
            samples: 100           | samples: 20                | is not a whole number of at least 32
            samples: 100           | samples: 2001              | at most 2000 samples, not 2001
            {samples: 40}          | {samples: 31}              | is not a whole number of at least 32
            {samples: 40}          | {writes: 40}               | unknown key 'writes'
            bytes: 1024            | bytes: 2049                | a payload has 4 to 2048 bytes
            bytes: 1024            | bytes: [4, 8]              | late readers are tried with one size
            max-blocking: 100ms,   | ''                         | key 'max-blocking' is missing
            place: two-hosts       | place: two-hosts, qos: reliable | durability has its policies in place of qos
            figure: write-time     | figure: round-trip         | write-time where it is durability
            """)
    void namesWhatIsWrongInPolicies(String good, String bad, String complaint) {
        assertThat(DURABILITY).contains(good);
        assertThatExceptionOfType(ScenarioException.class)
                .isThrownBy(() -> ExchangeReaderTest.read(DURABILITY.replace(good, bad)))
                .withMessageContaining("test.yaml:")
                .withMessageContaining(complaint);
    }
}
