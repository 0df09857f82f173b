package org.c4igateway.bench.soak;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.c4igateway.bench.Machine;
import org.c4igateway.cli.base.DurationText;
import org.c4igateway.lab.testbed.Mesh;
import org.c4igateway.lab.testbed.config.Transports;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench soak}: a long load on two nodes, and whether memory, tables and ledgers stay as they are. */
@Command(
        name = "soak",
        mixinStandardHelpOptions = true,
        description = {
            "Loads two nodes for a long time and checks that nothing grows.",
            "The load goes in both directions, at a share of the maximum rate, which is measured first.",
            "Writes soak.csv and soak.html. Exit status 1 when a row or a ledger is wrong, the nodes cannot keep up with the load, or"
                    + " a value grows: over the last three quarters of the load, by more per day than allowed (for example 4 MiB of heap;"
                    + " the verdict shows the limit), with the whole 95 % interval of the slope. If that interval contains the limit,"
                    + " the verdict is 'not shown', and a longer run is needed."
        })
public final class SoakCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            defaultValue = "2h",
            converter = DurationText.class,
            description = "How long the load lasts, such as 30s, 10m, 2h; default: ${DEFAULT-VALUE}.")
    private Duration duration = Duration.ZERO;

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            defaultValue = "dds",
            description =
                    "jms or dds for both directions, or mixed, which uses jms for one and dds for the other; default: ${DEFAULT-VALUE}.")
    private Transports transport = Transports.DDS;

    @Option(
            names = "--load",
            paramLabel = "N",
            defaultValue = "70",
            description = "Share of the maximum in per cent; default: ${DEFAULT-VALUE}.")
    private int load;

    @Option(
            names = "--every",
            paramLabel = "TIME",
            defaultValue = "1m",
            converter = DurationText.class,
            description =
                    "Time between two samples, each of which makes the nodes run a full garbage collection; default: ${DEFAULT-VALUE}.")
    private Duration every = Duration.ZERO;

    @Option(
            names = "--bytes",
            paramLabel = "N",
            defaultValue = "256",
            description = "Bytes of each message, 200 to 60000; default: ${DEFAULT-VALUE}.")
    private int bytes;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Directory for soak.csv and soak.html; default: target/soak.")
    private Path directory = Path.of(System.getProperty("c4i.home", ".")).resolve("target/soak");

    @Option(
            names = "--judge",
            paramLabel = "FILE",
            description = "Judge the soak.csv of an earlier run again. Runs nothing.")
    private @Nullable Path earlier;

    @Override
    public Integer call() throws Exception {
        Path judged = earlier;
        if (judged != null) {
            return judge(SoakSample.parse(Files.readAllLines(judged)));
        }
        if (load < 1
                || load > 100
                || bytes < 200
                || bytes > 60_000
                || !every.isPositive()
                || every.compareTo(duration) > 0) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--load is 1 to 100, --bytes 200 to 60000, --every above 0 and at most --duration");
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println("Machine: " + Machine.describe());
        Files.createDirectories(directory);
        try (Mesh mesh = Mesh.create(2)) {
            Soak.Result result = new Soak(
                            mesh,
                            new Soak.Settings(transport, duration, load / 100.0, every, bytes),
                            out,
                            directory.resolve("soak.csv"))
                    .run();
            return publish(mesh.systems(), result, out);
        } catch (Soak.NotHereException e) {
            spec.commandLine().getErr().println("c4i bench soak: " + e.getMessage());
            return 2;
        }
    }

    /** What was submitted a second is taken from the last look. */
    private int judge(List<SoakSample> samples) {
        List<String> systems =
                samples.stream().map(SoakSample::system).distinct().toList();
        SoakSample last = samples.getLast();
        double perSecond = last.value(SoakSeries.ACCEPTED) / last.seconds();
        List<SoakReport.Verdict> verdicts = new SoakReport(systems, samples).verdicts(perSecond);
        print(verdicts);
        return isWrong(verdicts) ? 1 : 0;
    }

    private void print(List<SoakReport.Verdict> verdicts) {
        PrintWriter out = spec.commandLine().getOut();
        verdicts.forEach(verdict -> out.printf("%-55s %s: %s%n", verdict.what(), verdict.mark(), verdict.found()));
    }

    private static boolean isWrong(List<SoakReport.Verdict> verdicts) {
        return verdicts.stream().anyMatch(verdict -> verdict.mark() == SoakReport.Mark.NOT_MET);
    }

    private int publish(List<String> systems, Soak.Result result, PrintWriter out) throws IOException {
        SoakReport report = new SoakReport(systems, result.samples());
        List<SoakReport.Verdict> verdicts = report.verdicts(result.perSecond());
        List<String> heading = List.of(
                "./c4i bench soak --transport " + transport.name().toLowerCase(Locale.ROOT) + " --duration "
                        + duration.toSeconds() + "s --load " + load + " --every " + every.toSeconds() + "s --bytes "
                        + bytes,
                "Machine: " + Machine.describe(),
                String.format(
                        Locale.ROOT,
                        "Maximum %,.0f rows/s in each direction at once;"
                                + " load %,.0f rows/s each, submitted at fixed times.",
                        result.maximum(),
                        result.perSecond()),
                result.faults().isEmpty()
                        ? String.format(
                                Locale.ROOT,
                                "%,d rows compared one by one: each delivered, in the other inbox once, unaltered and in order,"
                                        + " and read once by a server that polls the inbox; all ledgers agree with their rows.",
                                result.rows())
                        : "WRONG: " + String.join("; ", result.faults()));
        Files.writeString(directory.resolve("soak.html"), report.html(heading, verdicts));
        print(verdicts);
        out.println(heading.getLast());
        out.println(directory.resolve("soak.html"));
        return result.faults().isEmpty() && !isWrong(verdicts) ? 0 : 1;
    }
}
