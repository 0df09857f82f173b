package org.c4igateway.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.c4igateway.bench.database.DatabaseLatencyBenchmark;
import org.c4igateway.bench.database.DatabaseRateBenchmark;
import org.c4igateway.bench.database.JmsBatchBenchmark;
import org.c4igateway.bench.database.TableBridgeBenchmark;
import org.c4igateway.bench.dds.DdsBenchmark;
import org.c4igateway.bench.dds.DdsSecurityBenchmark;
import org.c4igateway.bench.dds.DdsTopicsBenchmark;
import org.c4igateway.bench.soak.SoakCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./c4i bench}: measures the product beside references and prints a table in Markdown. */
@Command(
        name = "bench",
        description = "Measures the product beside a reference in the same run.",
        mixinStandardHelpOptions = true,
        subcommands = {Bench.ListCommand.class, Bench.RunCommand.class, SoakCommand.class})
public final class Bench {
    static final List<Benchmark> ALL = List.of(
            new MtfBenchmark(),
            new MtfFuzzBenchmark(),
            new DigestBenchmark(),
            new DdsBenchmark(),
            new DdsTopicsBenchmark(),
            new DdsSecurityBenchmark(InstantSource.system()),
            new DatabaseRateBenchmark(),
            new DatabaseLatencyBenchmark(),
            new JmsBatchBenchmark(),
            new TableBridgeBenchmark(),
            new StartBenchmark(),
            new WanBenchmark(),
            new MetricsBenchmark());

    /** Picocli creates it. */
    public Bench() {}

    /** Runs and ends the process: 0 when every goal measured is met, 1 when not, 2 on wrong usage. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Bench()).execute(args));
    }

    @Command(name = "list", description = "Lists the benchmarks.")
    static final class ListCommand implements Callable<Integer> {
        @Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        @Override
        public Integer call() {
            PrintWriter out = spec.commandLine().getOut();
            ALL.forEach(benchmark -> out.printf("%-14s %s%n", benchmark.name(), benchmark.description()));
            return 0;
        }
    }

    @Command(name = "run", description = "Runs the named benchmarks, or all.")
    static final class RunCommand implements Callable<Integer> {
        @Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        @Parameters(paramLabel = "NAME", description = "Benchmarks to run; see bench list.")
        private List<String> names = new ArrayList<>();

        @Option(
                names = "--quick",
                description = "Use a twentieth of the messages, for a quick check. Do not publish these figures.")
        private boolean quick;

        @Option(names = "--repetitions", defaultValue = "3", description = "Repetitions of each measurement (3).")
        private int repetitions;

        @Option(names = "--samples", description = "Directory with sample messages.")
        private Path samples = Path.of(System.getProperty("c4i.home", ".")).resolve("samples");

        @Override
        public Integer call() throws Exception {
            List<Benchmark> chosen = ALL.stream()
                    .filter(benchmark -> names.isEmpty() || names.contains(benchmark.name()))
                    .toList();
            if (repetitions < 1 || chosen.isEmpty() || (!names.isEmpty() && chosen.size() != names.size())) {
                spec.commandLine()
                        .getErr()
                        .println("Unknown benchmark, or no repetition; './c4i bench list' shows the names.");
                return 2;
            }
            PrintWriter out = spec.commandLine().getOut();
            out.println("Machine: " + Machine.describe());
            out.println();
            boolean allMet = true;
            for (Benchmark benchmark : chosen) {
                allMet &= run(benchmark, out);
            }
            return allMet ? 0 : 1;
        }

        private boolean run(Benchmark benchmark, PrintWriter out) throws Exception {
            out.println("### " + benchmark.name() + ": " + benchmark.description());
            out.println();
            out.println("`./c4i bench run " + benchmark.name() + " --repetitions " + repetitions
                    + (quick ? " --quick" : "") + "`");
            out.println();
            out.println("| measured | median | min - max | unit | goal | |");
            out.println("|---|---:|---:|---|---|---|");
            out.flush();
            boolean met = true;
            for (Figure figure : benchmark.run(new BenchOptions(quick, repetitions, samples))) {
                met &= figure.met() == null || figure.met();
                out.printf(
                        "| %s | %s | %s | %s | %s | %s |%n",
                        figure.what(),
                        figure.values().length == 0 ? "" : Figure.text(figure.median()),
                        figure.spread(),
                        figure.unit(),
                        figure.goal() == null ? "" : figure.goal(),
                        (figure.verdict() + " " + figure.remark()).strip());
                out.flush();
            }
            out.println();
            return met;
        }
    }
}
