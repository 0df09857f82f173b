package org.c4igateway.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.c4igateway.lab.scenario.Scenario;

/** The medians of an experiment as lines of text. */
public final class Overview {
    private static final String FORMAT = "  %-28s %-18s %10s %-6s %9s %8s  %s";

    private final ExperimentResults experimentResults;

    public Overview(ExperimentResults experimentResults) {
        this.experimentResults = experimentResults;
    }

    /** A line per group, and one per expectation. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        experimentResults.groups().forEach((scenario, groups) -> {
            lines.add(scenario.name() + ": " + scenario.title().english());
            lines.add(
                    String.format(Locale.ROOT, FORMAT, "CONDITION", "CELL", "MEDIAN", "", "OF BOUND", "PAPER", "RUNS"));
            groups.forEach(group -> lines.add(line(scenario, group)));
            experimentResults
                    .verdicts(scenario)
                    .forEach(verdict -> lines.add("  " + (verdict.met() ? "met      " : "NOT met  ")
                            + verdict.expectation().cell() + ", " + verdict.condition() + ": "
                            + FigureText.of(
                                            verdict.expectation(),
                                            scenario.goal().figure())
                                    .english()
                            + (verdict.found().isEmpty() ? "" : ", found " + verdict.found())));
        });
        lines.add(experimentResults.machineUse().summary().english());
        return lines;
    }

    private static String line(Scenario scenario, Group group) {
        String runs = group.values().size() + " of " + group.runs().size()
                + (group.unfinished() > 0 ? ", DNF " + group.unfinished() : "")
                + (group.failed() > 0 ? ", failed " + group.failed() : "")
                + (group.impossible() > 0 ? ", cannot run here " + group.impossible() : "");
        return String.format(
                        Locale.ROOT,
                        FORMAT,
                        group.condition().name(),
                        group.cell().name(),
                        group.median().map(NumberText::text).orElse(group.unfinished() > 0 ? "DNF" : "–"),
                        scenario.goal().figure().unit(),
                        group.shareOfBound().map(NumberText::percent).orElse(""),
                        group.paper()
                                .map(paper -> NumberText.text(paper.mean()))
                                .orElse(""),
                        runs)
                .stripTrailing();
    }
}
