package org.c4igateway.lab.report.ladder;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.c4igateway.lab.report.NumberText;
import org.c4igateway.lab.report.page.ReportPart;
import org.c4igateway.lab.report.page.ReportTable;
import org.c4igateway.lab.scenario.Label;
import org.c4igateway.lab.transport.ExchangeResult;
import org.c4igateway.lab.transport.ProcessFigures;

/** Curves and tables of a scenario whose programs exchange payloads, condition by condition. */
public final class LadderSection {
    private final List<Ladder> ladders;
    private final String reference;
    private final LadderWording wording;

    /** @param reference name of the cell that others are divided by; empty for none */
    public LadderSection(List<Ladder> ladders, String reference, LadderWording wording) {
        this.ladders = List.copyOf(ladders);
        this.reference = reference;
        this.wording = wording;
    }

    /** A part for each condition. */
    public List<ReportPart> parts() {
        Map<String, List<Ladder>> byCondition = new LinkedHashMap<>();
        ladders.forEach(ladder -> byCondition
                .computeIfAbsent(ladder.condition(), name -> new ArrayList<>())
                .add(ladder));
        return byCondition.entrySet().stream()
                .map(each -> part(each.getKey(), each.getValue()))
                .toList();
    }

    private ReportPart part(String condition, List<Ladder> some) {
        CurvePanel means = new CurvePanel(titled(condition, wording.first()), wording.axis());
        CurvePanel others = new CurvePanel(titled(condition, wording.second()), wording.axis());
        for (Ladder ladder : some) {
            means.curve(ladder.label(), ladder.sizes(), bytes -> ladder.figure(bytes, wording.firstFigure()));
            others.curve(ladder.label(), ladder.sizes(), bytes -> ladder.figure(bytes, wording.secondFigure()));
        }
        return new ReportPart(List.of(means.draw(), others.draw()), tables(condition, some));
    }

    private List<ReportTable> tables(String condition, List<Ladder> some) {
        List<ReportTable> tables = new ArrayList<>(List.of(steps(condition, some), programs(condition, some)));
        if (wording.firstFigure().equals(ExchangeResult.MEAN)) {
            tables.addFirst(lines(condition, some));
        }
        return tables;
    }

    private static Label titled(String condition, Label title) {
        return new Label(condition + ": " + title.english(), condition + ": " + title.korean());
    }

    private static ReportTable lines(String condition, List<Ladder> some) {
        ReportTable table = new ReportTable(
                titled(condition, new Label("straight line through the means", "평균의 직선 근사")),
                List.of("cell", "us per KiB", "us at 0 B", "R²"));
        for (Ladder ladder : some) {
            ladder.line()
                    .ifPresentOrElse(
                            line -> table.row(
                                    List.of(ladder.label()),
                                    NumberText.text(line.slope()),
                                    NumberText.text(line.intercept()),
                                    String.format(java.util.Locale.ROOT, "%.4f", line.determination())),
                            () -> table.row(List.of(ladder.label()), "–", "–", "–"));
        }
        return table;
    }

    private ReportTable steps(String condition, List<Ladder> some) {
        List<String> columns = new ArrayList<>(List.of("cell", wording.axis().unit()));
        columns.addAll(wording.figures());
        columns.addAll(List.of(wording.share(), "CPU us", "times " + (reference.isEmpty() ? "–" : reference)));
        ReportTable table = new ReportTable(titled(condition, wording.steps()), columns);
        Ladder base = some.stream()
                .filter(ladder -> ladder.cell().equals(reference))
                .findFirst()
                .orElse(null);
        for (Ladder ladder : some) {
            Map<Integer, Double> ratios = base == null || ladder.cell().equals(reference)
                    ? Map.of()
                    : ladder.ratios(base, wording.firstFigure());
            for (int bytes : ladder.sizes()) {
                List<String> cells = new ArrayList<>(List.of("" + bytes));
                wording.figures().forEach(figure -> cells.add(NumberText.orDnf(ladder.figure(bytes, figure))));
                cells.add(NumberText.percent(ladder.answeredShare(bytes)));
                cells.add(NumberText.text(ladder.median(bytes, ExchangeResult.Step::cpuMicros)));
                cells.add(NumberText.orDnf(ratios.getOrDefault(bytes, Double.NaN)));
                table.row(List.of(ladder.label()), cells.toArray(String[]::new));
            }
        }
        return table;
    }

    private static ReportTable programs(String condition, List<Ladder> some) {
        ReportTable table = new ReportTable(
                titled(condition, new Label("what each program used, median of the repetitions", "프로그램별 사용량(반복의 중앙값)")),
                List.of("cell", "program", "CPU s", "resident MB at most"));
        for (Ladder ladder : some) {
            TreeSet<String> programs = new TreeSet<>();
            ladder.results()
                    .values()
                    .forEach(result -> programs.addAll(result.programs().keySet()));
            for (String program : programs) {
                table.row(
                        List.of(ladder.label()),
                        program,
                        NumberText.text(ladder.used(program, ProcessFigures::cpuSeconds)),
                        NumberText.text(ladder.used(program, ProcessFigures::peakMegabytes)));
            }
        }
        return table;
    }
}
