package org.c4igateway.lab.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.lab.report.ladder.FanSection;
import org.c4igateway.lab.report.ladder.JobSection;
import org.c4igateway.lab.report.ladder.LadderSection;
import org.c4igateway.lab.report.ladder.LadderWording;
import org.c4igateway.lab.report.ladder.PoliciesSection;
import org.c4igateway.lab.report.page.PageTemplates;
import org.c4igateway.lab.report.page.ReportPage;
import org.c4igateway.lab.report.page.ReportPart;
import org.c4igateway.lab.scenario.Exchange;
import org.c4igateway.lab.scenario.Label;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.lab.topology.TopologyPicture;
import org.thymeleaf.context.Context;

/** One page that needs nothing but itself: charts, tables, what was verified, how to read it. */
public final class HtmlReport {
    private final ExperimentResults experimentResults;

    public HtmlReport(ExperimentResults experimentResults) {
        this.experimentResults = experimentResults;
    }

    /** @param korean whether the page opens in Korean; a button changes it */
    public String write(boolean korean) throws IOException {
        Context context = new Context(Locale.ROOT);
        context.setVariable("language", korean ? "ko" : "en");
        for (String part : List.of("report.css", "patterns.svg", "legend.html", "reading.html")) {
            context.setVariable(part.substring(0, part.indexOf('.')), resource(part));
        }
        context.setVariable("page", page());
        return new PageTemplates(HtmlReport.class).fill("page", context);
    }

    private ReportPage page() throws IOException {
        List<ReportPage.Section> sections = new ArrayList<>();
        for (Scenario scenario : experimentResults.groups().keySet()) {
            sections.add(section(scenario));
        }
        return new ReportPage(
                experimentResults.experiment().command(),
                experimentResults.machineUse().summary(),
                sections,
                experimentResults.experiment().environment());
    }

    private ReportPage.Section section(Scenario scenario) throws IOException {
        List<Group> groups = experimentResults.groups().getOrDefault(scenario, List.of());
        Scenario.Figure figure = scenario.goal().figure();
        ResultTables tables = new ResultTables(groups);
        List<ReportPart> parts = new ArrayList<>();
        if (scenario.layer() == Scenario.Layer.TRANSPORT) {
            parts.addAll(programs(scenario, groups));
        }
        parts.add(new ReportPart(List.of(), tables.write()));
        return new ReportPage.Section(
                scenario.title(),
                scenario.name(),
                new TopologyPicture(scenario.network()).draw(),
                scenario.goal().statements(),
                charts(groups, figure),
                new ConditionCurves(groups, figure).draw(),
                limit(scenario),
                verdicts(scenario),
                paperCharts(scenario, groups),
                parts,
                tables.failures());
    }

    private static Optional<ReportPage.Charts> paperCharts(Scenario scenario, List<Group> groups) throws IOException {
        Scenario.Figure figure = scenario.goal().paperFigure();
        if (figure == scenario.goal().figure()) {
            return Optional.empty();
        }
        List<Group> asInThePaper = new ArrayList<>();
        for (Group group : groups) {
            asInThePaper.add(group.by(figure));
        }
        return Optional.of(charts(asInThePaper, figure));
    }

    private static List<ReportPart> programs(Scenario scenario, List<Group> groups) {
        if (scenario.goal().figure() == Scenario.Figure.WRITE_TIME) {
            return groups.stream()
                    .map(group -> new PoliciesSection(
                                    Label.of(group.condition().name() + ", "
                                            + group.cell().name()),
                                    group.runs())
                            .part())
                    .toList();
        }
        List<ReportPart> parts = new ArrayList<>(new LadderSection(
                        groups.stream().map(Group::ladder).toList(),
                        reference(scenario),
                        LadderWording.of(scenario.goal().figure()))
                .parts());
        List<FanSection.Entry> entries = groups.stream()
                .flatMap(group -> group.condition().exchange().flatMap(Exchange::ends).stream()
                        .map(ends -> new FanSection.Entry(ends, group.ladder())))
                .toList();
        parts.add(new ReportPart(List.of(), new FanSection(entries).tables()));
        parts.add(new ReportPart(List.of(), new JobSection(jobs(groups)).tables()));
        return parts;
    }

    private static List<JobSection.Entry> jobs(List<Group> groups) {
        return groups.stream()
                .flatMap(group -> group.condition().exchange().flatMap(Exchange::job).stream()
                        .map(job -> new JobSection.Entry(
                                JobSection.Surroundings.of(group.condition()), job, group.ladder())))
                .toList();
    }

    private static Label limit(Scenario scenario) {
        long limit = scenario.procedure().timeLimit().toSeconds();
        return scenario.layer() == Scenario.Layer.TRANSPORT
                ? new Label("Time limit of one payload: " + limit + " s.", "크기별 제한 시간: " + limit + "초.")
                : new Label("Time limit: " + limit + " s.", "제한 시간: " + limit + "초.");
    }

    /** The cell that expectations compare with, which tables divide by, too. */
    private static String reference(Scenario scenario) {
        return scenario.goal().expectations().stream()
                .filter(expectation -> expectation.kind() == Scenario.Expectation.Kind.TIMES_CELL)
                .map(Scenario.Expectation::other)
                .findFirst()
                .orElse("");
    }

    private static ReportPage.Charts charts(List<Group> groups, Scenario.Figure figure) {
        Map<String, List<Group>> byCondition = new LinkedHashMap<>();
        groups.forEach(group -> byCondition
                .computeIfAbsent(group.condition().name(), name -> new ArrayList<>())
                .add(group));
        List<String> pictures = new ArrayList<>();
        for (List<Group> some : byCondition.values()) {
            pictures.add(new BarPanel(some).draw());
        }
        return new ReportPage.Charts(FigureText.of(figure), pictures);
    }

    private List<ReportPage.Verdict> verdicts(Scenario scenario) {
        return experimentResults.verdicts(scenario).stream()
                .map(verdict -> new ReportPage.Verdict(
                        verdict.met(),
                        verdict.expectation().cell() + ", " + verdict.condition() + ": ",
                        FigureText.of(verdict.expectation(), scenario.goal().figure()),
                        verdict.found().isEmpty() ? "" : " (" + verdict.found() + ")"))
                .toList();
    }

    static String resource(String name) throws IOException {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("resource " + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
