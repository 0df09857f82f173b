package org.c4igateway.lab.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.report.ladder.FanSection;
import org.c4igateway.lab.report.ladder.LadderSection;
import org.c4igateway.lab.report.ladder.LadderWording;
import org.c4igateway.lab.scenario.Exchange;
import org.c4igateway.lab.scenario.Label;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.lab.topology.TopologyPicture;

/** One page that needs nothing but itself: charts, tables, what was verified, how to read it. */
public final class HtmlReport {
    private final ExperimentResults experimentResults;
    private final StringBuilder page = new StringBuilder();

    public HtmlReport(ExperimentResults experimentResults) {
        this.experimentResults = experimentResults;
    }

    /** @param korean whether the page opens in Korean; a button changes it */
    public String write(boolean korean) throws IOException {
        page.append("<!DOCTYPE html>\n<html class=\"")
                .append(korean ? "ko" : "en")
                .append("\" lang=\"");
        page.append(korean ? "ko" : "en")
                .append("\">\n<head><meta charset=\"utf-8\">\n<title>C4I gateway lab</title>\n");
        page.append("<meta name=\"viewport\" content=\"width=device-width\">\n<style>\n");
        page.append(resource("report.css")).append("</style></head>\n<body>\n");
        page.append(resource("patterns.svg"));
        page.append("<button type=\"button\" onclick=\"var e=document.documentElement,k=e.className=='ko';")
                .append("e.className=e.lang=k?'en':'ko'\">English / 한국어</button>\n");
        heading("h1", "Lab report", "실험 보고서");
        page.append("<p class=\"command\"><code>")
                .append(Bilingual.escape(experimentResults.experiment().command()))
                .append("</code></p>\n");
        page.append("<p class=\"machine\">")
                .append(Bilingual.html(experimentResults.machineUse().summary()))
                .append("</p>\n");
        page.append(resource("legend.html"));
        for (Scenario scenario : experimentResults.groups().keySet()) {
            scenario(scenario);
        }
        environment();
        page.append(resource("reading.html"));
        return page.append("</body></html>\n").toString();
    }

    private void scenario(Scenario scenario) throws IOException {
        List<Group> groups = experimentResults.groups().getOrDefault(scenario, List.of());
        page.append("<section>\n<h2>").append(Bilingual.html(scenario.title()));
        page.append(" <small>").append(Bilingual.escape(scenario.name())).append("</small></h2>\n");
        chart(new TopologyPicture(scenario.network()).draw());
        statements(scenario);
        charts(groups, scenario.goal().figure());
        chart(new ConditionCurves(groups, scenario.goal().figure()).draw());
        page.append("<p>").append(Bilingual.html(limit(scenario))).append("</p>\n");
        verdicts(scenario);
        if (scenario.goal().paperFigure() != scenario.goal().figure()) {
            List<Group> asInThePaper = new ArrayList<>();
            for (Group group : groups) {
                asInThePaper.add(group.by(scenario.goal().paperFigure()));
            }
            heading("h3", "The figure of the paper", "논문의 지표");
            charts(asInThePaper, scenario.goal().paperFigure());
        }
        if (scenario.layer() == Scenario.Layer.TRANSPORT) {
            programs(scenario, groups);
        }
        page.append(new ResultTables(groups).write());
        page.append("</section>\n");
    }

    private void programs(Scenario scenario, List<Group> groups) {
        boolean fan = scenario.goal().figure() == Scenario.Figure.FAN_LATENCY;
        chart(new LadderSection(
                        groups.stream().map(Group::ladder).toList(),
                        reference(scenario),
                        fan ? LadderWording.FAN : LadderWording.ROUND_TRIPS)
                .write());
        List<FanSection.Entry> entries = groups.stream()
                .flatMap(group -> group.condition().exchange().flatMap(Exchange::fan).stream()
                        .map(ends -> new FanSection.Entry(ends, group.ladder())))
                .toList();
        page.append(new FanSection(entries).write());
    }

    private static Label limit(Scenario scenario) {
        long limit = scenario.procedure().timeLimit().toSeconds();
        return scenario.layer() == Scenario.Layer.TRANSPORT
                ? new Label("Time limit of one payload: " + limit + " s.", "크기별 제한 시간: " + limit + "초.")
                : new Label("Time limit: " + limit + " s.", "제한 시간: " + limit + "초.");
    }

    private void statements(Scenario scenario) {
        if (!scenario.goal().statements().isEmpty()) {
            heading("h3", "What the paper says", "논문의 내용");
            page.append("<ul>\n");
            scenario.goal()
                    .statements()
                    .forEach(said ->
                            page.append("<li>").append(Bilingual.html(said)).append("</li>\n"));
            page.append("</ul>\n");
        }
    }

    /** The cell that expectations compare with, which tables divide by, too. */
    private static String reference(Scenario scenario) {
        return scenario.goal().expectations().stream()
                .filter(expectation -> expectation.kind() == Scenario.Expectation.Kind.TIMES_CELL)
                .map(Scenario.Expectation::other)
                .findFirst()
                .orElse("");
    }

    private void charts(List<Group> groups, Scenario.Figure figure) {
        page.append("<p>").append(Bilingual.html(FigureText.of(figure))).append("</p>\n");
        byCondition(groups).values().forEach(some -> chart(new BarPanel(some).draw()));
    }

    /** On a narrow screen it keeps a width at which it can be read, and is moved sideways. */
    private void chart(String svg) {
        page.append("<div class=\"chart\">").append(svg).append("</div>\n");
    }

    private static Map<String, List<Group>> byCondition(List<Group> groups) {
        Map<String, List<Group>> some = new LinkedHashMap<>();
        groups.forEach(group -> some.computeIfAbsent(group.condition().name(), name -> new ArrayList<>())
                .add(group));
        return some;
    }

    private void verdicts(Scenario scenario) {
        List<ExperimentResults.Verdict> verdicts = experimentResults.verdicts(scenario);
        if (verdicts.isEmpty()) {
            return;
        }
        heading("h3", "Expectations", "기대와 결과");
        page.append("<ul class=\"verdicts\">\n");
        for (ExperimentResults.Verdict verdict : verdicts) {
            Scenario.Expectation expectation = verdict.expectation();
            page.append("<li>").append(verdict.met() ? "✔ " : "✘ ");
            page.append(Bilingual.escape(expectation.cell() + ", " + verdict.condition() + ": "));
            page.append(Bilingual.html(FigureText.of(expectation)));
            page.append(verdict.found().isEmpty() ? "" : " (" + verdict.found() + ")")
                    .append(" — ");
            page.append(verdict.met() ? Bilingual.html("met", "충족") : Bilingual.html("NOT met", "미충족"));
            page.append("</li>\n");
        }
        page.append("</ul>\n");
    }

    private void environment() {
        page.append("<section>\n");
        heading("h2", "Made on", "실행 환경");
        page.append("<table class=\"plain\">\n");
        experimentResults
                .experiment()
                .environment()
                .forEach((name, value) -> page.append("<tr><th>")
                        .append(Bilingual.escape(name))
                        .append("</th><td>")
                        .append(Bilingual.escape(value))
                        .append("</td></tr>\n"));
        page.append("</table>\n</section>\n");
    }

    private void heading(String tag, String english, String korean) {
        page.append("<").append(tag).append(">").append(Bilingual.html(new Label(english, korean)));
        page.append("</").append(tag).append(">\n");
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
