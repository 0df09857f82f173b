package org.c4igateway.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.c4igateway.lab.net.NetworkPlan;
import org.c4igateway.lab.net.NetworkPlan.Plumbing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExchangeReaderTest {
    private static final Path SHIPPED = Path.of("scenarios");

    /** Line numbers in the test below count from the first line here. */
    private static final String GOOD = """
            title: A test
            layer: transport
            figure: round-trip
            network: {hosts: [A, B], links: {one: [A, B]}}
            cells: [cyclone, tcp, udp]
            workload: {kind: round-trip, from: A, to: B, bytes: [8, 4], primers: 1, round-trips: 10, qos: reliable,
                       place: two-hosts, quick: {primers: 0, round-trips: 2}}
            conditions:
              plain: {}
              lossy: {workload: {qos: best-effort}}
            expect:
              - {cell: cyclone, times: 2, of-cell: tcp}
            """;

    private static final String FAN = """
            title: A test
            layer: transport
            figure: fan-latency
            network: {hosts: [A, B], links: {one: [A, B]}}
            cells: [cyclone, tcp, artemis]
            workload: {kind: fan, from: A, to: B, writers: 2, readers: 3, per-process: 2, bytes: 16,
                       primers: 1, writes: 10, qos: reliable, place: two-hosts}
            conditions: {plain: {}}
            """;

    private static final String STREAM = """
            title: A test
            layer: transport
            figure: stream-rate
            network: {hosts: [A, B], links: {one: [A, B]}}
            cells: [cyclone, tcp, ddsperf]
            workload: {kind: stream, from: A, to: B, bytes: 65536, volume: 10M, kill-receiver-at: 50 %, qos: reliable,
                       place: two-hosts, quick: {volume: 1M}}
            conditions: {plain: {}}
            expect: [{cell: tcp, resident-at-most: 512M}]
            """;

    @Test
    void readsTheLadderOfTheDdsBenchmarkEnvironment() throws IOException, ScenarioException {
        Scenario ladder = Scenarios.in(SHIPPED).read("pollux/ladder");

        assertThat(ladder.layer()).isEqualTo(Scenario.Layer.TRANSPORT);
        assertThat(ladder.conditions()).hasSize(4).allSatisfy(condition -> {
            Exchange exchange = condition.exchange().orElseThrow();
            assertThat(exchange.sizes()).hasSize(13).startsWith(4, 8).endsWith(8_192, 16_384);
            assertThat(exchange.kind()).isEqualTo(new Exchange.Kind.RoundTrip(new Exchange.Counts(1_000, 10_000)));
        });
        assertThat(ladder.goal().statements().getFirst().english()).contains("Xiong", "2007");
    }

    @Test
    void readsTheFanOfEdds() throws IOException, ScenarioException {
        Scenario fan = Scenarios.in(SHIPPED).read("edds/fan");

        assertThat(fan.goal().figure()).isEqualTo(Scenario.Figure.FAN_LATENCY);
        assertThat(fan.conditions())
                .extracting(
                        condition -> condition.exchange().orElseThrow().ends().orElseThrow())
                .containsExactly(
                        new Exchange.Ends(1, 1, 25),
                        new Exchange.Ends(1, 50, 25),
                        new Exchange.Ends(1, 100, 25),
                        new Exchange.Ends(50, 1, 25),
                        new Exchange.Ends(100, 1, 25),
                        new Exchange.Ends(100, 100, 25));
        assertThat(fan.cells()).allMatch(fan.conditions().getFirst()::admits);
    }

    @Test
    void readsTheStreamsAndWhoGoesOnWhereAReceiverWasKilled() throws IOException, ScenarioException {
        Scenario stream = Scenarios.in(SHIPPED).read("hpc/stream");

        assertThat(stream.conditions())
                .extracting(condition -> condition.exchange().orElseThrow().kind())
                .containsExactly(
                        new Exchange.Kind.Stream(10_000_000_000L, 0, false),
                        new Exchange.Kind.Stream(10_000_000_000L, 0.5, false),
                        new Exchange.Kind.Stream(10_000_000_000L, 0, false),
                        new Exchange.Kind.Stream(1_000_000_000L, 0, false));
        assertThat(stream.cells().stream()
                        .filter(cell -> !stream.conditions().get(1).admits(cell))
                        .map(Cell::name))
                .containsExactly("ddsperf");
        assertThat(stream.quickly().conditions().get(1).exchange().orElseThrow().kind())
                .isEqualTo(new Exchange.Kind.Stream(500_000_000, 0.5, false));
    }

    @Test
    void readsHowPodsAreJoinedAndWhatIsStored() throws IOException, ScenarioException {
        Scenario stream = Scenarios.in(SHIPPED).read("k8s/10k");
        Scenario roundTrip = Scenarios.in(SHIPPED).read("k8s/10k-round-trip");

        assertThat(stream.conditions())
                .extracting(condition -> condition.plumbing().orElseThrow())
                .containsExactly(
                        Plumbing.HOST, Plumbing.ROUTED, Plumbing.VXLAN, Plumbing.HOST, Plumbing.ROUTED, Plumbing.VXLAN);
        assertThat(stream.conditions())
                .extracting(condition -> condition.exchange().orElseThrow().stores())
                .containsExactly(false, false, false, true, true, true);
        assertThat(stream.quickly()
                        .conditions()
                        .getLast()
                        .exchange()
                        .orElseThrow()
                        .kind())
                .isEqualTo(new Exchange.Kind.Stream(50_000_000, 0, true));
        assertThat(stream.needsDatabase()).isTrue();
        assertThat(roundTrip.needsDatabase()).isFalse();
        assertThat(stream.cells().stream()
                        .filter(cell -> !stream.conditions().getLast().admits(cell))
                        .map(Cell::name))
                .containsExactly("ddsperf");
        assertThat(roundTrip
                        .networkFor(
                                roundTrip.conditions().getLast(),
                                roundTrip.cells().getFirst())
                        .elements())
                .extracting(NetworkPlan.Element::name)
                .containsExactly("ALPHA", "BRAVO", "ALPHA-WORKER", "BRAVO-WORKER");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            volume: 10M            | volume: 10                 | is not a volume such as 500M or 10G
            volume: 10M            | volume: 0.5k               | a volume has 1024 to 1000000000000 bytes, not 500
            bytes: 65536           | bytes: 100                 | is not a whole number of at least 1024
            bytes: 65536           | bytes: 8000001             | a payload has 1024 to 8000000 bytes
            at: 50 %               | at: half                   | is not a share such as 10 %
            at: 50 %               | at: 100 %                  | is killed within the stream, not at 100 %
            qos: reliable          | qos: best-effort           | a stream is reliable
            quick: {volume: 1M}    | quick: {primers: 1}        | unknown key 'primers'
            figure: stream-rate    | figure: rate               | stream-rate where it is a stream
            at-most: 512M          | at-most: 512               | is not a volume
            qos: reliable          | qos: reliable, store: yes  | a receiver that stores is not killed
            qos: reliable          | qos: reliable, store: 1    | is neither yes nor no
            plain: {}              | plain: {plumbing: tunnel}  | is not one of host, routed, vxlan
            plain: {}              | 'plain: {plumbing: vxlan, workload: {place: same-host}}' | plumbing is of round trips and streams
            """)
    void namesWhatIsWrongInAStream(String good, String bad, String complaint) {
        assertThat(STREAM).contains(good);
        assertThatExceptionOfType(ScenarioException.class)
                .isThrownBy(() -> read(STREAM.replaceFirst(java.util.regex.Pattern.quote(good), bad)))
                .withMessageContaining("test.yaml:")
                .withMessageContaining(complaint);
    }

    @Test
    void leavesPayloadsToThoseThatSendThem() throws IOException, ScenarioException {
        for (String other : List.of(GOOD, FAN, STREAM)) {
            Scenario scenario = read(other.replaceFirst("cells: \\[", "cells: [threads, openmpi, "));

            assertThat(scenario.cells().stream().filter(scenario.conditions().getFirst()::admits))
                    .extracting(Cell::name)
                    .isNotEmpty()
                    .doesNotContain("threads", "openmpi");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            readers: 3            | readers: 101               | 6:60: at most 100 ends, not 101
            writers: 2            | writers: 0                 | is not a whole number of at least 1
            writes: 10            | round-trips: 10            | key 'writes' is missing
            bytes: 16             | bytes: 12                  | is not a whole number of at least 16
            qos: reliable         | qos: best-effort           | a fan is reliable
            figure: fan-latency   | figure: round-trip         | 3:9: the figure of the layer transport
            plain: {}             | plain: {plumbing: routed}  | plumbing is of round trips and streams
            """)
    void namesWhatIsWrongInAFan(String good, String bad, String complaint) {
        assertThat(FAN).contains(good);
        assertThatExceptionOfType(ScenarioException.class)
                .isThrownBy(() -> read(FAN.replaceFirst(java.util.regex.Pattern.quote(good), bad)))
                .withMessageContaining("test.yaml:")
                .withMessageContaining(complaint);
    }

    /** A socket of a program has one partner. */
    @Test
    void runsAFanOnlyWhereASampleHasSeveralReaders() throws IOException, ScenarioException {
        Scenario scenario = read(FAN);

        assertThat(scenario.cells().stream().filter(scenario.conditions().getFirst()::admits))
                .extracting(Cell::name)
                .containsExactly("cyclone");
    }

    @Test
    void readsWhatAConditionChangesAndTheCountsForALook() throws IOException, ScenarioException {
        Scenario scenario = read(GOOD);

        Exchange plain = scenario.conditions().getFirst().exchange().orElseThrow();
        Exchange lossy = scenario.conditions().getLast().exchange().orElseThrow();
        assertThat(plain.sizes()).containsExactly(4, 8);
        assertThat(plain.reliable()).isTrue();
        assertThat(lossy.reliable()).isFalse();
        assertThat(lossy.place()).isEqualTo(Exchange.Place.TWO_HOSTS);
        assertThat(scenario.quickly()
                        .conditions()
                        .getFirst()
                        .exchange()
                        .orElseThrow()
                        .kind())
                .isEqualTo(new Exchange.Kind.RoundTrip(new Exchange.Counts(0, 2)));
        assertThat(scenario.goal().expectations().getFirst().kind()).isEqualTo(Scenario.Expectation.Kind.TIMES_CELL);
    }

    /** TCP always repairs, UDP never: each is the floor of one of the two. */
    @Test
    void runsFloorsOnlyWhereTheyAreLikeTheRest() throws IOException, ScenarioException {
        Scenario scenario = read(GOOD);

        assertThat(scenario.cells().stream().filter(scenario.conditions().getFirst()::admits))
                .extracting(Cell::name)
                .containsExactly("cyclone", "tcp");
        assertThat(scenario.cells().stream().filter(scenario.conditions().getLast()::admits))
                .extracting(Cell::name)
                .containsExactly("cyclone", "udp");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            layer: transport      | layer: air                 | 2:8: 'air' is not one of rows, transport
            layer: transport      | layer: rows                | unknown key
            figure: round-trip    | figure: rate               | 3:9: the figure of the layer transport
            [cyclone, tcp, udp]   | [jms-tuned]                | 5:8: the cell 'jms-tuned' is not of the layer transport
            kind: round-trip      | kind: flood                | 6:18: 'flood' is no workload of the layer transport
            from: A               | from: C                    | 6:36: 'C' is no host of the network; known: A, B
            to: B                 | to: A                      | 6:43: two hosts are wanted, but from and to are one: A
            bytes: [8, 4]         | bytes: [8, 3]              | 6:57: '3' is not a whole number of at least 4
            bytes: [8, 4]         | bytes: [8, 65001]          | 6:57: a payload has 4 to 65000 bytes
            bytes: [8, 4]         | bytes: [8, 8]              | 6:57: the size 8 stands there twice
            bytes: [8, 4]         | bytes: []                  | 6:53: no size
            primers: 1,           | ''                         | key 'primers' is missing
            round-trips: 10       | round-trips: 0             | is not a whole number of at least 1
            round-trips: 10       | round-trips: 10000001      | more than 10000000 round trips
            qos: reliable         | qos: good                  | is neither reliable nor best-effort
            place: two-hosts      | place: moon                | is not one of same-host, two-hosts
            {primers: 0, round    | {primers: 0, trips: 1, round | unknown key 'trips'
            title: A test         | warm-up: 1                 | the layer transport has no warm-up
            plain: {}             | plain: {events: []}        | there are no events in the layer transport
            of-cell: tcp          | of-cell: artemis           | the scenario has no cell 'artemis'
            , of-cell: tcp        | ''                         | nothing is expected
            """)
    void namesWhatIsWrong(String good, String bad, String complaint) {
        assertThat(GOOD).contains(good);
        assertThatExceptionOfType(ScenarioException.class)
                .isThrownBy(() -> read(GOOD.replaceFirst(java.util.regex.Pattern.quote(good), bad)))
                .withMessageContaining("test.yaml:")
                .withMessageContaining(complaint);
    }

    @Test
    void refusesSettingsOfNodesForPrograms() throws IOException {
        assertThatExceptionOfType(ScenarioException.class)
                .isThrownBy(() -> read(GOOD + "define-cells: {mine: {carrier: cyclone, node: {a: b}}}\n"))
                .withMessageContaining("the carrier has no node");
        assertThatExceptionOfType(ScenarioException.class)
                .isThrownBy(() -> read(GOOD + "define-cells: {mine: {carrier: jms, answer: echo}}\n"))
                .withMessageContaining("the carrier has no answer");
    }

    /** Reads a scenario with the shipped cells. */
    static Scenario read(String yaml) throws IOException, ScenarioException {
        Path shared = SHIPPED.resolve("cells.yaml");
        var cells = CellReader.read(ScenarioReader.root(shared.toString(), Files.readString(shared)));
        return new ScenarioReader(cells).read("test", "test.yaml", yaml);
    }
}
