package org.c4igateway.lab.report.ladder;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.c4igateway.lab.report.Bilingual;
import org.c4igateway.lab.report.NumberText;
import org.c4igateway.lab.scenario.Label;
import org.c4igateway.lab.transport.ExchangeResult;
import org.c4igateway.lab.transport.ProcessFigures;

/** Curves and tables of a scenario whose programs make round trips, condition by condition. */
public final class LadderSection {
    private static final List<String> FIGURES =
            List.of(ExchangeResult.MEAN, ExchangeResult.JITTER, "p50", "p99", "p99.9", "max");

    private final List<Ladder> ladders;
    private final String reference;
    private final StringBuilder html = new StringBuilder();

    /** @param reference name of the cell that others are divided by; empty for none */
    public LadderSection(List<Ladder> ladders, String reference) {
        this.ladders = List.copyOf(ladders);
        this.reference = reference;
    }

    /** The section. Called once. */
    public String write() {
        Map<String, List<Ladder>> byCondition = new LinkedHashMap<>();
        ladders.forEach(ladder -> byCondition
                .computeIfAbsent(ladder.condition(), name -> new ArrayList<>())
                .add(ladder));
        byCondition.forEach((condition, some) -> {
            curves(condition, some);
            lines(condition, some);
            steps(condition, some);
            programs(condition, some);
        });
        return html.toString();
    }

    private void curves(String condition, List<Ladder> some) {
        LadderPanel means = new LadderPanel(
                new Label(condition + ": mean round trip, us, less is better", condition + ": 평균 왕복 시간(µs), 작을수록 좋음"));
        LadderPanel jitter = new LadderPanel(new Label(
                condition + ": jitter (standard deviation), us, less is better",
                condition + ": 지터(표준편차, µs), 작을수록 좋음"));
        for (Ladder ladder : some) {
            means.curve(ladder.label(), ladder.sizes(), bytes -> ladder.micros(bytes, ExchangeResult.MEAN));
            jitter.curve(ladder.label(), ladder.sizes(), bytes -> ladder.micros(bytes, ExchangeResult.JITTER));
        }
        html.append(means.draw()).append(jitter.draw());
    }

    private void lines(String condition, List<Ladder> some) {
        open(condition, "straight line through the means", "평균의 직선 근사");
        head("cell", "us per KiB", "us at 0 B", "R²");
        for (Ladder ladder : some) {
            ladder.line()
                    .ifPresentOrElse(
                            line -> row(
                                    ladder,
                                    NumberText.text(line.slope()),
                                    NumberText.text(line.intercept()),
                                    String.format(java.util.Locale.ROOT, "%.4f", line.determination())),
                            () -> row(ladder, "–", "–", "–"));
        }
        close();
    }

    private void steps(String condition, List<Ladder> some) {
        open(
                condition,
                "round trips by payload, us, median of the repetitions; less is better; ratios are fair where the whole"
                        + " payload comes back",
                "크기별 왕복 시간(µs, 반복의 중앙값), 작을수록 좋음. 배수는 페이로드 전체가 돌아오는 방식끼리만 공정함");
        List<String> columns = new ArrayList<>(List.of("cell", "B"));
        columns.addAll(FIGURES);
        columns.addAll(List.of("answered", "CPU us", "times " + (reference.isEmpty() ? "–" : reference)));
        head(columns.toArray(String[]::new));
        Ladder base = some.stream()
                .filter(ladder -> ladder.cell().equals(reference))
                .findFirst()
                .orElse(null);
        for (Ladder ladder : some) {
            Map<Integer, Double> ratios =
                    base == null || ladder.cell().equals(reference) ? Map.of() : ladder.ratios(base);
            for (int bytes : ladder.sizes()) {
                List<String> cells = new ArrayList<>(List.of("" + bytes));
                FIGURES.forEach(figure -> cells.add(NumberText.text(ladder.micros(bytes, figure))));
                cells.add(NumberText.percent(ladder.answeredShare(bytes)));
                cells.add(NumberText.text(ladder.median(bytes, ExchangeResult.Step::cpuMicros)));
                cells.add(ratios.containsKey(bytes) ? NumberText.text(ratios.getOrDefault(bytes, 0.0)) : "–");
                row(ladder, cells.toArray(String[]::new));
            }
        }
        close();
    }

    private void programs(String condition, List<Ladder> some) {
        open(condition, "what each program used, median of the repetitions", "프로그램별 사용량(반복의 중앙값)");
        head("cell", "program", "CPU s", "resident MB at most");
        for (Ladder ladder : some) {
            TreeSet<String> programs = new TreeSet<>();
            ladder.results()
                    .values()
                    .forEach(result -> programs.addAll(result.programs().keySet()));
            for (String program : programs) {
                row(
                        ladder,
                        program,
                        NumberText.text(ladder.used(program, ProcessFigures::cpuSeconds)),
                        NumberText.text(ladder.used(program, ProcessFigures::peakMegabytes)));
            }
        }
        close();
    }

    private void open(String condition, String english, String korean) {
        html.append("<details><summary>")
                .append(Bilingual.html(condition + ": " + english, condition + ": " + korean))
                .append("</summary>\n<table>\n");
    }

    private void head(String... columns) {
        html.append("<tr>");
        for (String column : columns) {
            html.append("<th>").append(Bilingual.html(LadderColumns.of(column))).append("</th>");
        }
        html.append("</tr>\n");
    }

    private void row(Ladder ladder, String... cells) {
        html.append("<tr><td>").append(Bilingual.html(ladder.label())).append("</td>");
        for (String cell : cells) {
            html.append("<td>").append(Bilingual.html(LadderColumns.of(cell))).append("</td>");
        }
        html.append("</tr>\n");
    }

    private void close() {
        html.append("</table></details>\n");
    }
}
