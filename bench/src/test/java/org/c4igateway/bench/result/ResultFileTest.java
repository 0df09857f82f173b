package org.c4igateway.bench.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.c4igateway.bench.Bench;
import org.c4igateway.bench.Figure;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ResultFileTest {
    private static final Instant NOON = Instant.parse("2026-11-24T12:00:00Z");

    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private CommandLine bench;

    @BeforeEach
    void command() {
        bench = new CommandLine(new Bench()).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    }

    @Test
    void keepsFiguresWithCommitMachineAndCommand() throws Exception {
        ResultFile file = ResultFile.in(directory.resolve("new"), NOON, "./c4i bench run x");
        file.add("x", List.of(Figure.atLeast(2, "rate", "msg/s", 3, 1, 2), Figure.notMeasured("y", "no broker")));
        file.add("z", List.of(Figure.plain("time", "ms", 4)));

        KeptRun read = ResultFile.read(file.path());

        assertThat(file.path().getFileName().toString())
                .startsWith("2026-11-24T120000Z-")
                .endsWith(".json");
        assertThat(read.started()).isEqualTo("2026-11-24T12:00:00Z");
        assertThat(read.command()).isEqualTo("./c4i bench run x");
        assertThat(read.commit()).isNotBlank();
        assertThat(read.machine()).contains("cores");
        assertThat(read.benchmarks()).extracting(KeptRun.KeptBenchmark::name).containsExactly("x", "z");
        KeptRun.KeptFigure rate = read.benchmarks().getFirst().figures().getFirst();
        assertThat(rate.values()).containsExactly(1.0, 2.0, 3.0);
        assertThat(rate.met()).isTrue();
        assertThat(read.benchmarks().getFirst().figures().get(1).remark()).isEqualTo("not measured: no broker");
    }

    @Test
    void comparesTwoRunsByTheRatioOfMediansWithItsInterval() throws Exception {
        Path slow = kept(NOON, Figure.plain("rate", "msg/s", 99, 100, 100, 101, 100));
        Path fast = kept(NOON.plusSeconds(60), Figure.plain("rate", "msg/s", 149, 150, 150, 151, 150));

        assertThat(bench.execute("compare", slow.toString(), fast.toString())).isZero();

        assertThat(out.toString()).contains("| x: rate | msg/s | 100.0 | 150.0 | 1.500 | 1.", ", differs |");
    }

    @Test
    void saysWhenRunsOverlapOrAreTooFewToTell() throws Exception {
        Path one = kept(NOON, Figure.plain("rate", "msg/s", 90, 100, 110, 95, 105), Figure.plain("few", "s", 1, 2));
        Path two = kept(
                NOON.plusSeconds(60), Figure.plain("rate", "msg/s", 92, 99, 109, 96, 104), Figure.plain("few", "s", 9));

        assertThat(bench.execute("compare", one.toString(), two.toString())).isZero();

        assertThat(out.toString()).contains("no difference shown", "no interval from 1 repetitions");
    }

    @Test
    void refusesFilesThatHoldNoResultOrNothingInCommon() throws Exception {
        Path broken = Files.writeString(directory.resolve("broken.json"), "{]");
        Path rate = kept(NOON, Figure.plain("rate", "msg/s", 1));
        Path time = kept(NOON.plusSeconds(60), Figure.plain("time", "ms", 1));

        assertThat(bench.execute("compare", broken.toString(), rate.toString())).isEqualTo(2);
        assertThat(bench.execute("compare", rate.toString(), time.toString())).isEqualTo(2);

        assertThat(err.toString()).contains("broken.json", "no figure in common");
    }

    private Path kept(Instant at, Figure... figures) throws Exception {
        ResultFile file = ResultFile.in(directory, at, "./c4i bench run x");
        file.add("x", List.of(figures));
        return file.path();
    }
}
