package org.c4igateway.lab.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.DoubleConsumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.c4igateway.lab.report.ladder.LadderExport;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.stats.Histograms;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Results for other programs: {@code results.csv} with a line per run, {@code steps.csv} with one per run and payload,
 * {@code results.json} with what the report shows, {@code results.prom} with the same for Prometheus, and the
 * histograms as HdrHistogram logs, one interval per run, tagged with it.
 */
public final class Exports {
    private static final String COLUMNS =
            "scenario,condition,cell,repetition,seed,outcome,figure,expected,delivered,confirmed,seconds,msg_per_s,"
                    + "latency_p50_ms,latency_p99_ms,sent_bytes,started_at,side_by_side,load_average,others_share,detail";
    private static final double MICROS_PER_MILLI = 1_000;

    private final ExperimentResults experimentResults;

    public Exports(ExperimentResults experimentResults) {
        this.experimentResults = experimentResults;
    }

    /** Writes all of them into a directory, whose name is that of the experiment in monitoring. */
    public void write(Path directory) throws IOException {
        Files.writeString(directory.resolve("results.csv"), csv());
        Files.writeString(directory.resolve("results.json"), json());
        String experiment = String.valueOf(directory.toRealPath().getFileName());
        Files.writeString(directory.resolve("results.prom"), new MonitoringText(experimentResults, experiment).write());
        new LadderExport(groups().stream()
                        .flatMap(group -> group.runs().stream())
                        .toList())
                .write(directory);
        histograms(directory.resolve("latency.hlog"), true);
        histograms(directory.resolve("round-trip.hlog"), false);
    }

    private List<Group> groups() {
        return experimentResults.groups().values().stream()
                .flatMap(List::stream)
                .toList();
    }

    String csv() throws IOException {
        StringBuilder csv = new StringBuilder(COLUMNS).append('\n');
        for (Group group : groups()) {
            for (RunResult run : group.runs()) {
                csv.append(line(group, run)).append('\n');
            }
        }
        return csv.toString();
    }

    private static String line(Group group, RunResult run) throws IOException {
        RunResult.Delivery delivery = run.delivery();
        Histogram latency = Histograms.read(delivery.latency());
        boolean counted = delivery.expected() > 0;
        boolean timed = delivery.lastDelivered() > delivery.firstVisible(); // programs time themselves
        long sent = Math.round(FigureValue.sentBytes(group.condition(), run));
        OptionalDouble figure = FigureValue.of(group.scenario().goal().figure(), group.condition(), run);
        List<String> cells = List.of(
                quoted(run.key().scenario()),
                quoted(run.key().condition()),
                quoted(run.key().cell()),
                "" + run.key().repetition(),
                "" + run.seed(),
                run.outcome().name(),
                figure.isPresent() ? number(figure.getAsDouble()) : "",
                counted ? "" + delivery.expected() : "",
                counted ? "" + delivery.delivered() : "",
                counted ? "" + delivery.confirmed() : "",
                timed ? number(delivery.lastDelivered() - delivery.firstVisible()) : "",
                timed ? number(delivery.perSecond()) : "",
                millis(latency, 50),
                millis(latency, 99),
                sent > 0 ? "" + sent : "",
                run.circumstances().startedAt(),
                "" + run.circumstances().sideBySide(),
                number(run.circumstances().loadAverage()),
                run.circumstances().othersShare() < 0
                        ? ""
                        : number(run.circumstances().othersShare()),
                quoted(run.detail()));
        return String.join(",", cells);
    }

    /** Empty for none. */
    private static String millis(Histogram histogram, double percentile) {
        return histogram.getTotalCount() == 0
                ? ""
                : number(histogram.getValueAtPercentile(percentile) / MICROS_PER_MILLI);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.6g", value);
    }

    private static String quoted(String text) {
        String line = text.lines().findFirst().orElse("");
        return line.matches("[^\",]*") ? line : "\"" + line.replace("\"", "\"\"") + "\"";
    }

    String json() {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("command", experimentResults.experiment().command());
        root.put("environment", experimentResults.experiment().environment());
        root.put("machineUse", experimentResults.machineUse().summary().english());
        List<Map<String, Object>> results = new ArrayList<>();
        groups().forEach(group -> results.add(map(group)));
        root.put("results", results);
        return JsonMapper.builder()
                        .enable(SerializationFeature.INDENT_OUTPUT)
                        .build()
                        .writeValueAsString(root)
                + "\n";
    }

    private static Map<String, Object> map(Group group) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("scenario", group.scenario().name());
        map.put("condition", group.condition().name());
        map.put("cell", group.cell().name());
        map.put("unit", group.scenario().goal().figure().unit());
        map.put("repetitions", group.runs().size());
        map.put("didNotFinish", group.unfinished());
        map.put("failed", group.failed());
        map.put("impossible", group.impossible());
        group.median().ifPresent(value -> map.put("median", value));
        group.interval().ifPresent(interval -> {
            // An end that is missing lies among the runs that did not finish.
            ifFinite(interval.low(), low -> map.put("medianLow", low));
            ifFinite(interval.high(), high -> map.put("medianHigh", high));
        });
        if (group.unfinished() == 0) {
            group.sample().ifPresent(sample -> {
                map.put("mean", sample.mean());
                map.put("deviation", sample.deviation());
            });
        }
        group.bound().ifPresent(value -> map.put("bound", value));
        group.shareOfBound().ifPresent(value -> map.put("shareOfBound", value));
        group.paper().ifPresent(paper -> {
            map.put("paperMean", paper.mean());
            map.put("paperDeviation", paper.deviation());
        });
        map.put("values", group.values());
        return map;
    }

    private static void ifFinite(double value, DoubleConsumer use) {
        if (Double.isFinite(value)) {
            use.accept(value);
        }
    }

    private void histograms(Path file, boolean latency) throws IOException {
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputLogFormatVersion();
            writer.outputComment("microseconds; one interval per run");
            writer.outputLegend();
            for (Group group : groups()) {
                for (RunResult run : group.runs()) {
                    RunResult.Delivery delivery = run.delivery();
                    Histogram histogram = Histograms.read(latency ? delivery.latency() : delivery.roundTrip());
                    histogram.setTag(run.key().fileName());
                    writer.outputIntervalHistogram(0.0, 1.0, histogram, 1.0);
                }
            }
        }
    }
}
