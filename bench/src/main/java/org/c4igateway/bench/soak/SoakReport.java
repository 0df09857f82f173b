package org.c4igateway.bench.soak;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.c4igateway.bench.Figure;
import org.c4igateway.lab.report.LinePanel;
import org.c4igateway.lab.report.page.PageTemplates;
import org.c4igateway.lab.stats.Trend;
import org.thymeleaf.context.Context;

/** What a soak found: verdicts, and a page of graphs that needs nothing but itself. */
final class SoakReport {
    /** At most so many seconds of load may wait or be late at the end of the load. */
    private static final double MAX_SECONDS_BEHIND = 10;

    private final List<String> systems;
    private final List<SoakSample> samples;

    SoakReport(List<String> systems, List<SoakSample> samples) {
        this.systems = List.copyOf(systems);
        this.samples = List.copyOf(samples);
    }

    /** What a judgement comes to. */
    public enum Mark {
        MET("met"),
        NOT_MET("NOT met"),
        /** The run was too short, or its looks differ too much, to say. */
        NOT_SHOWN("not shown");

        private final String text;

        Mark(String text) {
            this.text = text;
        }

        static Mark of(boolean met) {
            return met ? MET : NOT_MET;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * One judgement.
     *
     * @param what is judged
     * @param found what was found, with figures
     */
    public record Verdict(String what, String found, Mark mark) {}

    /** Whether each series that must not grow did not, and whether the load was kept up with. */
    List<Verdict> verdicts(double perSecond) {
        List<Verdict> verdicts = systems.stream()
                .flatMap(system -> Arrays.stream(SoakSeries.values())
                        .filter(SoakSeries::isJudged)
                        .map(series -> trend(system, series)))
                .collect(Collectors.toList());
        for (String system : systems) {
            SoakSample last = of(system).getLast();
            double behind = (last.value(SoakSeries.PENDING) + last.value(SoakSeries.LATE)) / perSecond;
            verdicts.add(new Verdict(
                    system + ": rows that wait or are late",
                    String.format(Locale.ROOT, "%.1f s of load, at most %.0f", behind, MAX_SECONDS_BEHIND),
                    Mark.of(behind <= MAX_SECONDS_BEHIND)));
            double unbalanced = of(system).stream()
                    .mapToDouble(sample -> sample.value(SoakSeries.UNBALANCED))
                    .sum();
            verdicts.add(new Verdict(
                    system + ": the ledger balances at each look",
                    Figure.text(unbalanced) + " did not",
                    Mark.of(unbalanced == 0)));
        }
        return verdicts;
    }

    private Verdict trend(String system, SoakSeries series) {
        String what = system + ": " + series.title() + ", growth";
        List<SoakSample> all = of(system);
        double end = all.getLast().seconds();
        List<SoakSample> judged = all.stream()
                .filter(sample -> sample.seconds() >= end * Trend.START_SHARE)
                .filter(sample -> !Double.isNaN(sample.value(series)))
                .toList();
        if (judged.size() < Trend.FEWEST) {
            boolean isLong = all.size() >= 2 * Trend.FEWEST; // then it is not the run that was too short
            String found = "too few looks: " + judged.size() + ", needed " + Trend.FEWEST;
            return new Verdict(what, found, isLong ? Mark.NOT_MET : Mark.NOT_SHOWN);
        }
        Trend trend = Trend.of(
                judged.stream().mapToDouble(SoakSample::seconds).toArray(),
                judged.stream().mapToDouble(sample -> sample.value(series)).toArray());
        Trend perDay = trend.perDay();
        String found = perDay.growth(series.unit(), series.mostPerDay());
        return new Verdict(
                what,
                found,
                switch (perDay.judge(series.mostPerDay())) {
                    case WITHIN -> Mark.MET;
                    case ABOVE -> Mark.NOT_MET;
                    case OPEN, UNKNOWN -> Mark.NOT_SHOWN;
                });
    }

    private List<SoakSample> of(String system) {
        return samples.stream().filter(sample -> sample.system().equals(system)).toList();
    }

    /** @param heading one line a paragraph */
    String html(List<String> heading, List<Verdict> verdicts) {
        List<String> panels = new ArrayList<>();
        for (SoakSeries series : SoakSeries.values()) {
            LinePanel panel = new LinePanel(series.title(), series.unit());
            systems.forEach(system -> panel.line(
                    system,
                    of(system).stream().mapToDouble(SoakSample::seconds).toArray(),
                    of(system).stream()
                            .mapToDouble(sample -> sample.value(series))
                            .toArray()));
            panels.add(panel.draw());
        }
        Context context = new Context(Locale.ROOT);
        context.setVariable("heading", heading);
        context.setVariable("verdicts", verdicts);
        context.setVariable("panels", panels);
        return new PageTemplates(SoakReport.class).fill("soak", context);
    }
}
