package org.c4igateway.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.c4igateway.lab.stats.Repetitions;

/**
 * The figures of one experiment for Prometheus: what a report says, nothing in between. The text is OpenMetrics without
 * times, and valid in Prometheus' own format, too, for which its end is a comment.
 *
 * <pre>
 * # HELP c4i_lab_runs Runs of a cell under a condition, by what became of them
 * # TYPE c4i_lab_runs gauge
 * c4i_lab_runs{cell="dds-tuned",condition="10 % at 128k",experiment="loss",outcome="completed",scenario="loss"} 15
 * # EOF
 * </pre>
 */
final class MonitoringText {
    private enum Metric {
        FIGURE("c4i_lab_figure", "Figure of a cell under a condition, in the unit of its label"),
        SHARE_OF_BOUND("c4i_lab_share_of_bound", "Share of the bound that the median reached"),
        RUNS("c4i_lab_runs", "Runs of a cell under a condition, by what became of them"),
        EXPECTATIONS("c4i_lab_expectations", "Expectations of a scenario, by whether they are met");

        private final String title;
        private final String help;

        Metric(String title, String help) {
            this.title = title;
            this.help = help;
        }

        String head() {
            return "# HELP " + title + " " + help + "\n# TYPE " + title + " gauge\n";
        }
    }

    private final ExperimentResults experimentResults;
    private final String experiment;

    /** @param experiment tells it from others in the same monitoring */
    MonitoringText(ExperimentResults experimentResults, String experiment) {
        this.experimentResults = experimentResults;
        this.experiment = experiment;
    }

    /** The text. */
    String write() {
        Map<Metric, StringBuilder> text = new TreeMap<>();
        lines().forEach(line -> text.computeIfAbsent(line.metric(), metric -> new StringBuilder().append(metric.head()))
                .append(line.text()));
        return text.values().stream().collect(Collectors.joining("", "", "# EOF\n"));
    }

    private List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        experimentResults.groups().forEach((scenario, groups) -> {
            Labels labels = new Labels(new TreeMap<>(Map.of("experiment", experiment, "scenario", scenario.name())));
            for (Group group : groups) {
                Labels place = labels.with("condition", group.condition().name())
                        .with("cell", group.cell().name());
                addFigures(lines, group, place);
                addRuns(lines, group, place);
            }
            List<ExperimentResults.Verdict> verdicts = experimentResults.verdicts(scenario);
            long met = verdicts.stream().filter(ExperimentResults.Verdict::met).count();
            lines.add(new Line(Metric.EXPECTATIONS, labels.with("result", "met"), met));
            lines.add(new Line(Metric.EXPECTATIONS, labels.with("result", "not_met"), verdicts.size() - met));
        });
        return lines;
    }

    private static void addFigures(List<Line> lines, Group group, Labels place) {
        Map<String, Double> figures = new TreeMap<>();
        group.median().ifPresent(value -> figures.put("median", value));
        group.interval().map(Repetitions.Interval::low).ifPresent(value -> figures.put("low", value));
        group.interval().map(Repetitions.Interval::high).ifPresent(value -> figures.put("high", value));
        group.bound().ifPresent(value -> figures.put("bound", value));
        group.paper().ifPresent(paper -> figures.put("paper", paper.mean()));
        // An end that is missing lies among the runs that did not finish.
        figures.values().removeIf(value -> !Double.isFinite(value));

        Labels inUnit = place.with("unit", group.figure().unit());
        figures.forEach(
                (statistic, value) -> lines.add(new Line(Metric.FIGURE, inUnit.with("statistic", statistic), value)));
        group.shareOfBound().ifPresent(value -> lines.add(new Line(Metric.SHARE_OF_BOUND, place, value)));
    }

    private static void addRuns(List<Line> lines, Group group, Labels place) {
        long completed = group.runs().size() - group.unfinished() - group.failed() - group.impossible();
        Map<String, Long> outcomes = new TreeMap<>(Map.of(
                "completed", completed,
                "did_not_finish", group.unfinished(),
                "failed", group.failed(),
                "impossible", group.impossible()));
        outcomes.forEach((outcome, count) -> lines.add(new Line(Metric.RUNS, place.with("outcome", outcome), count)));
    }

    private record Line(Metric metric, Labels labels, Number value) {
        String text() {
            return metric.title + labels + " " + value + "\n";
        }
    }

    private record Labels(SortedMap<String, String> values) {
        Labels with(String name, String value) {
            SortedMap<String, String> more = new TreeMap<>(values);
            more.put(name, value);
            return new Labels(more);
        }

        @Override
        public String toString() {
            return values.entrySet().stream()
                    .map(label -> label.getKey() + "=\"" + escaped(label.getValue()) + "\"")
                    .collect(Collectors.joining(",", "{", "}"));
        }

        private static String escaped(String text) {
            return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        }
    }
}
