package org.c4igateway.lab.report.ladder;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.c4igateway.lab.report.NumberText;
import org.c4igateway.lab.scenario.Label;
import org.c4igateway.lab.transport.ExchangeResult;
import org.c4igateway.lab.transport.ProcessFigures;

/** Curves and tables of a scenario whose programs exchange payloads, condition by condition. */
public final class LadderSection {
    private final List<Ladder> ladders;
    private final String reference;
    private final LadderWording wording;
    private final StringBuilder html = new StringBuilder();
    private final LadderTable table = new LadderTable(html);

    /** @param reference name of the cell that others are divided by; empty for none */
    public LadderSection(List<Ladder> ladders, String reference, LadderWording wording) {
        this.ladders = List.copyOf(ladders);
        this.reference = reference;
        this.wording = wording;
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
        CurvePanel means = new CurvePanel(titled(condition, wording.mean()), CurvePanel.Axis.BYTES);
        CurvePanel others = new CurvePanel(titled(condition, wording.second()), CurvePanel.Axis.BYTES);
        for (Ladder ladder : some) {
            means.curve(ladder.label(), ladder.sizes(), bytes -> ladder.micros(bytes, ExchangeResult.MEAN));
            others.curve(ladder.label(), ladder.sizes(), bytes -> ladder.micros(bytes, wording.secondFigure()));
        }
        html.append(means.draw()).append(others.draw());
    }

    private static Label titled(String condition, Label title) {
        return new Label(condition + ": " + title.english(), condition + ": " + title.korean());
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
        open(condition, wording.steps().english(), wording.steps().korean());
        List<String> columns = new ArrayList<>(List.of("cell", "B"));
        columns.addAll(wording.figures());
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
                wording.figures().forEach(figure -> cells.add(NumberText.text(ladder.micros(bytes, figure))));
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
        table.open(condition + ": " + english, condition + ": " + korean);
    }

    private void head(String... columns) {
        table.head(columns);
    }

    private void row(Ladder ladder, String... cells) {
        table.row(ladder.label(), cells);
    }

    private void close() {
        table.close();
    }
}
