package org.c4igateway.lab.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.c4igateway.lab.report.page.ReportTable;
import org.c4igateway.lab.run.Addition;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.scenario.Label;
import org.c4igateway.lab.stats.Histograms;
import org.c4igateway.lab.stats.Repetitions;

/**
 * The tables below the charts of a scenario: figures, times, traffic, stages of recovery, and what links really did.
 */
final class ResultTables {
    private static final double MICROS_PER_MILLI = 1_000;

    private final List<Group> groups;
    private final List<ReportTable> tables = new ArrayList<>();

    ResultTables(List<Group> groups) {
        this.groups = groups;
    }

    /** The tables. Called once. */
    List<ReportTable> write() throws IOException {
        figures();
        if (groups.stream().noneMatch(group -> group.condition().exchange().isPresent())) {
            times();
            traffic();
        }
        stages();
        addition();
        links();
        machine();
        return tables;
    }

    private void figures() {
        ReportTable table = open(
                "The figure, all repetitions",
                "모든 반복의 수치",
                List.of(
                        "n",
                        "DNF",
                        "failed",
                        "median",
                        "low",
                        "high",
                        "mean",
                        "sd",
                        "min",
                        "max",
                        "bound",
                        "% of bound",
                        "paper"));
        for (Group group : groups) {
            Repetitions sample = group.sample().orElse(null);
            Repetitions.Interval interval = group.interval().orElse(null);
            row(
                    table,
                    group,
                    "" + group.runs().size(),
                    "" + group.unfinished(),
                    "" + group.failed(),
                    group.median().map(NumberText::text).orElse(group.unfinished() > 0 ? "DNF" : "–"),
                    interval == null ? "–" : NumberText.orDnf(interval.low()),
                    interval == null ? "–" : NumberText.orDnf(interval.high()),
                    sample == null || group.unfinished() > 0 ? "–" : NumberText.text(sample.mean()),
                    sample == null || group.unfinished() > 0 || sample.count() < 2
                            ? "–"
                            : NumberText.text(sample.deviation()),
                    sample == null ? "–" : NumberText.text(sample.min()),
                    sample == null ? "–" : NumberText.text(sample.max()),
                    group.bound().map(NumberText::text).orElse("–"),
                    group.shareOfBound().map(NumberText::percent).orElse("–"),
                    group.paper()
                            .map(paper -> NumberText.text(paper.mean()) + " ± " + NumberText.text(paper.deviation()))
                            .orElse("–"));
        }
    }

    private void times() throws IOException {
        ReportTable table = open(
                "Time of a message in ms, all repetitions together",
                "메시지 시간(ms), 전체 반복 합산",
                List.of("delivered", "p50", "p90", "p99", "max", "receipt p50", "receipt p99"));
        for (Group group : groups) {
            Histogram latency = Histograms.create();
            Histogram roundTrip = Histograms.create();
            long delivered = 0;
            long expected = 0;
            for (RunResult run : group.runs()) {
                latency.add(Histograms.read(run.delivery().latency()));
                roundTrip.add(Histograms.read(run.delivery().roundTrip()));
                delivered += run.delivery().delivered();
                expected += run.delivery().expected();
            }
            row(
                    table,
                    group,
                    expected == 0 ? "–" : NumberText.percent((double) delivered / expected),
                    millis(latency, 50),
                    millis(latency, 90),
                    millis(latency, 99),
                    millis(latency, 100),
                    millis(roundTrip, 50),
                    millis(roundTrip, 99));
        }
    }

    private static String millis(Histogram histogram, double percentile) {
        return histogram.getTotalCount() == 0
                ? "–"
                : NumberText.text(histogram.getValueAtPercentile(percentile) / MICROS_PER_MILLI);
    }

    private void traffic() {
        ReportTable table = open(
                "Traffic at the interfaces of the senders, median",
                "송신 노드 인터페이스의 트래픽(중앙값)",
                List.of("bytes sent", "packets sent", "bytes per message", "payload share", "goodput bit/s"));
        for (Group group : groups) {
            List<RunResult> runs = group.runs().stream()
                    .filter(run -> run.outcome() == RunResult.Outcome.COMPLETED)
                    .toList();
            double bytes = median(runs.stream()
                    .map(run -> FigureValue.sentBytes(group.condition(), run))
                    .toList());
            double packets = median(runs.stream()
                    .map(run -> (double) run.hosts().values().stream()
                            .mapToLong(host -> host.sentPackets())
                            .sum())
                    .toList());
            int messages = FigureValue.messages(group.condition());
            int size = group.condition().flows().getFirst().content().bytes();
            double rate =
                    median(runs.stream().map(run -> run.delivery().perSecond()).toList());
            row(
                    table,
                    group,
                    NumberText.text(bytes),
                    NumberText.text(packets),
                    NumberText.text(bytes / messages),
                    size == 0 ? "–" : NumberText.percent((double) size * messages / bytes),
                    size == 0 ? "–" : NumberText.text(rate * size * 8));
        }
    }

    private static double median(List<Double> values) {
        return values.isEmpty()
                ? Double.NaN
                : Repetitions.of(
                                values.stream().mapToDouble(Double::doubleValue).toArray())
                        .median();
    }

    private void stages() {
        named("Stages of recovery in s, median", "복구 단계(초, 중앙값)", RunResult::stages, Stages::ordered);
    }

    private void addition() {
        named(
                "What adding the system cost, median; bytes of both directions at its interface: before the rows were submitted, and all",
                "체계 추가 비용(중앙값). 바이트는 새 체계 인터페이스의 양방향 합계: 행을 제출하기 전까지와 전체",
                RunResult::addition,
                names -> Addition.FIGURES);
    }

    /** A table of medians by name; none when no run has any. */
    private void named(
            String english,
            String korean,
            Function<RunResult, Map<String, Double>> figures,
            Function<Set<String>, List<String>> order) {
        Set<String> names = new LinkedHashSet<>();
        groups.forEach(group ->
                group.runs().forEach(run -> names.addAll(figures.apply(run).keySet())));
        if (names.isEmpty()) {
            return;
        }
        List<String> ordered = order.apply(names);
        ReportTable table = open(english, korean, ordered);
        for (Group group : groups) {
            List<String> cells = new ArrayList<>();
            for (String name : ordered) {
                cells.add(NumberText.text(median(group.runs().stream()
                        .map(run -> figures.apply(run).getOrDefault(name, Double.NaN))
                        .filter(value -> !Double.isNaN(value))
                        .toList())));
            }
            row(table, group, cells.toArray(String[]::new));
        }
    }

    private void links() {
        ReportTable table = open(
                "What links really did, by their counters, all repetitions",
                "링크의 실측 동작(계수기, 전체 반복)",
                List.of(
                        "direction",
                        "loss set",
                        "loss measured",
                        "packets",
                        "rate set",
                        "busiest rate",
                        "queue drops"));
        for (Group group : groups) {
            LinkTotal.of(group)
                    .forEach((name, total) -> row(
                            table,
                            group,
                            name,
                            NumberText.percent(total.wantedLoss),
                            total.seen == 0 ? "–" : NumberText.percent((double) total.lost / total.seen),
                            String.format(java.util.Locale.ROOT, "%,d", total.seen),
                            total.wantedRate == 0 ? "–" : NumberText.text((double) total.wantedRate),
                            total.busiest == 0 ? "–" : NumberText.text(total.busiest),
                            String.format(java.util.Locale.ROOT, "%,d", total.drops)));
        }
    }

    private void machine() {
        ReportTable table = open(
                "The machine during the runs, median (highest)",
                "실행 중 장비 상태, 중앙값(최댓값)",
                List.of("s per run", "side by side", "load average", "used by others"));
        for (Group group : groups) {
            MachineUse use = new MachineUse(group.runs());
            row(table, group, use.seconds(), use.sideBySide(), use.load(), use.others());
        }
    }

    /** Runs that broke or could not be made, each with its reason. */
    List<String> failures() {
        Map<String, String> reasons = new LinkedHashMap<>();
        for (Group group : groups) {
            group.runs().stream()
                    .filter(run -> !run.saysSomething())
                    .forEach(run -> reasons.put(run.key().toString(), run.detail()));
        }
        return reasons.entrySet().stream()
                .map(each -> each.getKey() + ": " + each.getValue())
                .toList();
    }

    private ReportTable open(String english, String korean, List<String> columns) {
        List<String> all = new ArrayList<>(List.of("condition", "cell"));
        all.addAll(columns);
        ReportTable opened = new ReportTable(new Label(english, korean), all);
        tables.add(opened);
        return opened;
    }

    private static void row(ReportTable table, Group group, String... cells) {
        List<Label> row = new ArrayList<>(
                List.of(Label.of(group.condition().name()), group.cell().label()));
        for (String cell : cells) {
            row.add(Label.of(cell));
        }
        table.row(row);
    }
}
