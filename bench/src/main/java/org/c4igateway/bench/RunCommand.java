package org.c4igateway.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.c4igateway.bench.result.ResultFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench run}: prints a table in Markdown and keeps the same figures in a file. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = "Runs the named benchmarks, or all, and keeps the results in a file.")
final class RunCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private final InstantSource clock;

    @Parameters(paramLabel = "NAME", description = "Benchmarks to run; see bench list.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--quick",
            description = "Use a twentieth of the messages, for a quick check. Do not publish these figures.")
    private boolean quick;

    @Option(
            names = "--repetitions",
            defaultValue = "6",
            description = "Repetitions of each measurement (6, the fewest with an interval).")
    private int repetitions;

    @Option(
            names = "--rows",
            description = "Rows that db-rate measures after the warm-up; to publish, 1000000 or more.")
    private @Nullable Integer rows;

    @Option(names = "--out", description = "Directory for the file of results (target/bench).")
    private Path out = home().resolve("target").resolve("bench");

    @Option(names = "--samples", description = "Directory with sample messages.")
    private Path samples = home().resolve("samples");

    /** @param clock names the file of results */
    RunCommand(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public Integer call() throws Exception {
        List<Benchmark> chosen = Bench.ALL.stream()
                .filter(benchmark -> names.isEmpty() || names.contains(benchmark.name()))
                .toList();
        if (repetitions < 1
                || (rows != null && rows < 1)
                || chosen.isEmpty()
                || (!names.isEmpty() && chosen.size() != names.size())) {
            spec.commandLine()
                    .getErr()
                    .println("Unknown benchmark, no repetition, or no row; './c4i bench list' shows the names.");
            return 2;
        }
        PrintWriter table = spec.commandLine().getOut();
        table.println("Machine: " + Machine.describe() + ", load average " + Figure.text(Machine.load()));
        table.println();
        String measured = chosen.stream().map(Benchmark::name).collect(Collectors.joining(" "));
        ResultFile results = ResultFile.in(out, clock.instant(), commandLine(measured));
        boolean allMet = true;
        for (Benchmark benchmark : chosen) {
            List<Figure> figures = run(benchmark, table);
            results.add(benchmark.name(), figures);
            allMet &= figures.stream().noneMatch(figure -> Boolean.FALSE.equals(figure.met()));
        }
        table.println("Results: " + results.path());
        return allMet ? 0 : 1;
    }

    private List<Figure> run(Benchmark benchmark, PrintWriter table) throws Exception {
        table.println("### " + benchmark.name() + ": " + benchmark.description());
        table.println();
        table.println("`" + commandLine(benchmark.name()) + "`");
        table.println();
        table.println("| measured | median | min - max | unit | goal | |");
        table.println("|---|---:|---:|---|---|---|");
        table.flush();
        List<Figure> figures = benchmark.run(new BenchOptions(quick, repetitions, samples, rows));
        for (Figure figure : figures) {
            table.printf(
                    "| %s | %s | %s | %s | %s | %s |%n",
                    figure.what(),
                    figure.values().length == 0 ? "" : Figure.text(figure.median()),
                    figure.spread(),
                    figure.unit(),
                    figure.goal() == null ? "" : figure.goal(),
                    Stream.of(figure.verdict(), figure.interval(), figure.remark())
                            .filter(text -> !text.isEmpty())
                            .collect(Collectors.joining("; ")));
        }
        table.println();
        table.flush();
        return figures;
    }

    private String commandLine(String benchmarks) {
        return "./c4i bench run " + benchmarks + " --repetitions " + repetitions + (quick ? " --quick" : "")
                + (rows == null ? "" : " --rows " + rows);
    }

    private static Path home() {
        return Path.of(System.getProperty("c4i.home", "."));
    }
}
