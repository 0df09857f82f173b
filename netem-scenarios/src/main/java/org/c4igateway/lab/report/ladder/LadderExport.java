package org.c4igateway.lab.report.ladder;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.stats.Histograms;
import org.c4igateway.lab.transport.ExchangeResult;
import org.c4igateway.lab.transport.entities.MeetingFigure;

/** Round trips for other programs: a line of CSV for each run and size, and the histograms as an HdrHistogram log. */
public final class LadderExport {
    private static final String COLUMNS = "scenario,condition,cell,repetition,bytes,asked,answered,mean_us,jitter_us,"
            + "p50_us,p99_us,p99_9_us,max_us,cpu_us,slowest_us,mb_per_second,seconds,gap_seconds,repeated_mb,"
            + "rejoin_seconds,primes,stored_rows_per_second,samples_per_second,lost_percent,sent_bytes,returned_bytes,"
            + "doubled_samples,"
            + "kb_sent,first_samples_seconds,writes_mb,reads_mb,serves_mb,writes_threads,reads_threads,serves_threads";

    /** Columns between {@code answered} and those of policies. */
    private static final int FIGURES = 28;

    /** Further columns where a run has tried policies: a line for each late reader. */
    private static final List<String> OF_POLICIES = List.of(
            "policies",
            "reader_joins",
            "must_arrive",
            "may_arrive",
            "arrived",
            "first",
            "last",
            "in_order",
            "missing_between",
            "reader_fault",
            "write_us",
            "longest_write_ms",
            "max_blocking_ms",
            "timed_out_writes",
            "write_fault");

    private final List<RunResult> runs;

    /** @param runs of any layer; those without round trips are left out */
    public LadderExport(List<RunResult> runs) {
        this.runs = runs.stream().filter(run -> run.exchange() != null).toList();
    }

    /** Writes {@code steps.csv} and {@code steps.hlog}; nothing when no run has round trips. */
    public void write(Path directory) throws IOException {
        if (!runs.isEmpty()) {
            Files.writeString(directory.resolve("steps.csv"), csv());
            histograms(directory.resolve("steps.hlog"));
        }
    }

    String csv() {
        boolean tried = runs.stream().anyMatch(run -> !policies(run).isEmpty());
        StringBuilder csv = new StringBuilder(COLUMNS)
                .append(tried ? "," + String.join(",", OF_POLICIES) : "")
                .append('\n');
        for (RunResult run : runs) {
            for (ExchangeResult.Step step : steps(run)) {
                csv.append(String.join(
                                ",",
                                key(run),
                                "" + step.bytes(),
                                "" + step.asked(),
                                "" + step.answered(),
                                number(step.figure(ExchangeResult.MEAN)),
                                number(step.figure(ExchangeResult.JITTER)),
                                number(step.figure("p50")),
                                number(step.figure("p99")),
                                number(step.figure("p99.9")),
                                number(step.figure("max")),
                                number(step.cpuMicros()),
                                number(step.figure(ExchangeResult.SLOWEST)),
                                number(step.figure(ExchangeResult.RATE)),
                                number(step.figure(ExchangeResult.SECONDS)),
                                number(step.figure(ExchangeResult.GAP)),
                                number(step.figure(ExchangeResult.REPEATED)),
                                number(step.figure(ExchangeResult.REJOINED)),
                                number(step.figure(ExchangeResult.PRIMES)),
                                number(step.figure(ExchangeResult.STORED)),
                                number(step.figure(ExchangeResult.SAMPLES)),
                                number(step.figure(ExchangeResult.LOST)),
                                number(step.figure(ExchangeResult.SENT)),
                                number(step.figure(ExchangeResult.RETURNED)),
                                number(step.figure(ExchangeResult.DOUBLED)),
                                meeting(step)))
                        .append(tried ? ",".repeat(OF_POLICIES.size()) : "")
                        .append('\n');
            }
            for (ExchangeResult.Policies each : policies(run)) {
                each.joins().forEach(join -> csv.append(line(run, each, join)).append('\n'));
            }
        }
        return csv.toString();
    }

    private static String meeting(ExchangeResult.Step step) {
        return Stream.concat(
                        Stream.of(MeetingFigure.SENT, MeetingFigure.FIRST_SAMPLES), MeetingFigure.ofPrograms().stream())
                .map(figure -> number(step.figure(figure)))
                .collect(Collectors.joining(","));
    }

    private static String line(RunResult run, ExchangeResult.Policies policies, ExchangeResult.Join join) {
        ExchangeResult.Writing writing = policies.writing();
        return String.join(",", key(run), "", "1", join.fault().isEmpty() ? "1" : "0")
                + ",".repeat(FIGURES + 1)
                + String.join(
                        ",",
                        quoted(policies.name()),
                        join.when(),
                        quoted(join.must()),
                        quoted(join.may()),
                        "" + join.count(),
                        "" + join.first(),
                        "" + join.last(),
                        join.ordered() ? "yes" : "no",
                        "" + join.missing(),
                        quoted(join.fault()),
                        number(writing.meanMicros()),
                        number(writing.longestMillis()),
                        number(writing.blockingMillis()),
                        "" + writing.timedOut(),
                        quoted(writing.fault()));
    }

    private static String key(RunResult run) {
        return String.join(
                ",",
                quoted(run.key().scenario()),
                quoted(run.key().condition()),
                quoted(run.key().cell()),
                "" + run.key().repetition());
    }

    private static List<ExchangeResult.Policies> policies(RunResult run) {
        ExchangeResult exchange = run.exchange();
        return exchange == null ? List.of() : exchange.policies();
    }

    private static List<ExchangeResult.Step> steps(RunResult run) {
        ExchangeResult exchange = run.exchange();
        return exchange == null ? List.of() : exchange.steps();
    }

    /** Empty for what is not known. */
    private static String number(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.6g", value) : "";
    }

    private static String quoted(String text) {
        return text.matches("[^\",]*") ? text : "\"" + text.replace("\"", "\"\"") + "\"";
    }

    private void histograms(Path file) throws IOException {
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputLogFormatVersion();
            writer.outputComment("nanoseconds; one interval per run and payload");
            writer.outputLegend();
            for (RunResult run : runs) {
                for (ExchangeResult.Step step : steps(run)) {
                    Histogram histogram = Histograms.read(step.histogram());
                    histogram.setTag(run.key().fileName() + "_" + step.bytes());
                    writer.outputIntervalHistogram(0.0, 1.0, histogram, 1.0);
                }
            }
        }
    }
}
