package org.c4igateway.bench;

import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import org.c4igateway.bench.database.DatabaseLatencyBenchmark;
import org.c4igateway.bench.database.DatabaseRateBenchmark;
import org.c4igateway.bench.database.DatabaseSizeBenchmark;
import org.c4igateway.bench.database.JmsBatchBenchmark;
import org.c4igateway.bench.database.LightLoadBenchmark;
import org.c4igateway.bench.database.ShardsBenchmark;
import org.c4igateway.bench.database.TableBridgeBenchmark;
import org.c4igateway.bench.dds.DdsBenchmark;
import org.c4igateway.bench.dds.DdsSecurityBenchmark;
import org.c4igateway.bench.dds.DdsTopicsBenchmark;
import org.c4igateway.bench.result.CompareCommand;
import org.c4igateway.bench.soak.SoakCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./c4i bench}: measures the product beside references and prints a table in Markdown. */
@Command(
        name = "bench",
        description = "Measures the product beside a reference in the same run.",
        mixinStandardHelpOptions = true,
        subcommands = {Bench.ListCommand.class, CompareCommand.class, SoakCommand.class})
public final class Bench {
    private static final InstantSource CLOCK = InstantSource.system();

    static final List<Benchmark> ALL = List.of(
            new MtfBenchmark(),
            new MtfFuzzBenchmark(),
            new DigestBenchmark(),
            new DdsBenchmark(),
            new DdsTopicsBenchmark(),
            new DdsSecurityBenchmark(CLOCK),
            new DatabaseRateBenchmark(),
            new DatabaseLatencyBenchmark(),
            new LightLoadBenchmark(),
            new DatabaseSizeBenchmark(),
            new JmsBatchBenchmark(),
            new ShardsBenchmark(),
            new TableBridgeBenchmark(),
            new StartBenchmark(),
            new WanBenchmark(),
            new WanMeetingBenchmark(),
            new MetricsBenchmark());

    /** Picocli creates it. */
    public Bench() {}

    /** Runs and ends the process: 0 when every goal measured is met, 1 when not, 2 on wrong usage. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Bench())
                .addSubcommand(new RunCommand(CLOCK))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args));
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
}
