package org.c4igateway.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobReaderTest {
    private static final String JOB = """
            title: A test
            layer: transport
            figure: runtime
            network: {hosts: [A, B], links: {one: [A, B]}}
            cells: [cyclone, tcp, artemis, ddsperf, threads, openmpi]
            workload: {kind: job, from: A, place: same-host, workers: 2, numbers: [50M, 10M], qos: reliable,
                       quick: {numbers: 300k}}
            conditions:
              plain: {}
              killed: {workload: {kill-worker-at: 50 %}}
            """;

    @Test
    void readsTheJobsThatCountPrimes() throws IOException, ScenarioException {
        Scenario primes = Scenarios.in(Path.of("scenarios")).read("hpc/primes");

        assertThat(primes.goal().figure()).isEqualTo(Scenario.Figure.RUNTIME);
        assertThat(primes.conditions())
                .extracting(
                        condition -> condition.exchange().orElseThrow().job().orElseThrow())
                .containsExactly(
                        new Exchange.Kind.Job(List.of(10_000_000, 50_000_000), 1, 0),
                        new Exchange.Kind.Job(List.of(10_000_000, 50_000_000), 2, 0),
                        new Exchange.Kind.Job(List.of(10_000_000, 50_000_000), 2, 0.5),
                        new Exchange.Kind.Job(List.of(10_000_000, 50_000_000), 4, 0),
                        new Exchange.Kind.Job(List.of(10_000_000, 50_000_000), 8, 0));
        assertThat(primes.goal().statements())
                .extracting(Label::english)
                .anyMatch(statement -> statement.contains("16 and 32 workers"));
    }

    /** What is named in a condition but the job is the scenario's, also for a look. */
    @Test
    void readsAJobAndWhoCanDoIt() throws IOException, ScenarioException {
        Scenario scenario = ExchangeReaderTest.read(JOB);

        assertThat(scenario.conditions().getFirst().exchange().orElseThrow().kind())
                .isEqualTo(new Exchange.Kind.Job(List.of(10_000_000, 50_000_000), 2, 0));
        assertThat(scenario.quickly()
                        .conditions()
                        .getLast()
                        .exchange()
                        .orElseThrow()
                        .kind())
                .isEqualTo(new Exchange.Kind.Job(List.of(300_000), 2, 0.5));
        assertThat(scenario.cells().stream().filter(scenario.conditions().getFirst()::admits))
                .extracting(Cell::name)
                .containsExactly("cyclone", "artemis", "threads", "openmpi");
        assertThat(scenario.cells().stream().filter(scenario.conditions().getLast()::admits))
                .extracting(Cell::name)
                .containsExactly("cyclone", "artemis");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            workers: 2             | workers: 3                 | workers are a power of two, so that they have
            workers: 2             | workers: 64                | at most 32, not 64
            workers: 2             | workers: 0                 | is not a whole number of at least 1
            workers: 2             | writers: 2                 | key 'workers' is missing
            [50M, 10M]             | [50M, 50M]                 | the number 50000000 stands there twice
            [50M, 10M]             | []                         | no number
            [50M, 10M]             | [50M, 10]                  | is not a number such as 300k or 10M
            [50M, 10M]             | [50M, 1.1G]                | primes are counted up to 1000 to 1000000000
            [50M, 10M]             | [0.5k]                     | primes are counted up to 1000 to 1000000000
            at: 50 %               | at: 0 %                    | is killed within its interval, not at 0 %
            qos: reliable          | qos: best-effort           | a job is reliable
            quick: {numbers: 300k} | quick: {volume: 1M}        | unknown key 'volume'
            figure: runtime        | figure: stream-rate        | runtime where it is a job
            """)
    void namesWhatIsWrongInAJob(String good, String bad, String complaint) {
        assertThat(JOB).contains(good);
        assertThatExceptionOfType(ScenarioException.class)
                .isThrownBy(() -> ExchangeReaderTest.read(JOB.replaceFirst(java.util.regex.Pattern.quote(good), bad)))
                .withMessageContaining("test.yaml:")
                .withMessageContaining(complaint);
    }
}
