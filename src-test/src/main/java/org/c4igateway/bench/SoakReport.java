package org.c4igateway.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.c4igateway.lab.report.LinePanel;
import org.jspecify.annotations.Nullable;

/** What a soak found: verdicts, and a page of graphs that needs nothing but itself. */
final class SoakReport {
    /** The start is left out of trends: caches fill, statistics come late. */
    private static final double START_SHARE = 0.25;

    /** At most so many seconds of load may wait or be late at the end of the load. */
    private static final double MOST_SECONDS_BEHIND = 10;

    private final List<String> systems;
    private final List<SoakSample> samples;

    SoakReport(List<String> systems, List<SoakSample> samples) {
        this.systems = List.copyOf(systems);
        this.samples = List.copyOf(samples);
    }

    /**
     * One judgement.
     *
     * @param what is judged
     * @param found what was found, with figures
     * @param met null when the run was too short to say
     */
    record Verdict(String what, String found, @Nullable Boolean met) {
        String mark() {
            return met == null ? "not judged" : met ? "met" : "NOT met";
        }
    }

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
                    String.format(Locale.ROOT, "%.1f s of load, at most %.0f", behind, MOST_SECONDS_BEHIND),
                    behind <= MOST_SECONDS_BEHIND));
            double unbalanced = of(system).stream()
                    .mapToDouble(sample -> sample.value(SoakSeries.UNBALANCED))
                    .sum();
            verdicts.add(new Verdict(
                    system + ": the ledger balances at each look",
                    Figure.text(unbalanced) + " did not",
                    unbalanced == 0));
        }
        return verdicts;
    }

    private Verdict trend(String system, SoakSeries series) {
        String what = system + ": " + series.title() + " does not grow";
        List<SoakSample> all = of(system);
        double end = all.getLast().seconds();
        List<SoakSample> judged = all.stream()
                .filter(sample -> sample.seconds() >= end * START_SHARE)
                .filter(sample -> !Double.isNaN(sample.value(series)))
                .toList();
        if (judged.size() < Trend.FEWEST) {
            boolean isLong = all.size() >= 2 * Trend.FEWEST; // then it is not the run that was too short
            String found = "too few looks: " + judged.size() + ", needed " + Trend.FEWEST;
            return new Verdict(what, found, isLong ? false : null);
        }
        Trend trend = Trend.of(
                judged.stream().mapToDouble(SoakSample::seconds).toArray(),
                judged.stream().mapToDouble(sample -> sample.value(series)).toArray());
        String found = String.format(
                Locale.ROOT,
                "%+.1f %s in %.0f s (standard error %.1f), none up to %.1f; median %.1f",
                trend.growth(),
                series.unit(),
                trend.span(),
                trend.error() * trend.span(),
                trend.limit(series.floor()),
                trend.median());
        return new Verdict(what, found, !trend.grows(series.floor()));
    }

    private List<SoakSample> of(String system) {
        return samples.stream().filter(sample -> sample.system().equals(system)).toList();
    }

    /** @param heading one line a paragraph */
    String html(List<String> heading, List<Verdict> verdicts) {
        StringBuilder page = new StringBuilder("""
                <!DOCTYPE html>
                <html lang="en"><head><meta charset="utf-8"><title>C4I gateway soak</title><style>
                body{font:15px/1.5 system-ui,sans-serif;max-width:62em;margin:2em auto;padding:0 1em}
                svg{display:block;width:100%;margin:1.5em 0}td{padding:.1em 1em .1em 0}
                text{font:12px system-ui,sans-serif}.title{font-weight:600}.end{text-anchor:end}
                .grid{stroke:#ccc}.line0{fill:none;stroke:#05f;stroke-width:1.5}
                .line1{fill:none;stroke:#c40;stroke-width:1.5;stroke-dasharray:5 3}
                </style></head><body><h1>Soak</h1>
                """);
        heading.forEach(
                line -> page.append("<p>").append(LinePanel.escape(line)).append("</p>\n"));
        page.append("<table>\n");
        verdicts.forEach(verdict -> page.append("<tr><td>")
                .append(LinePanel.escape(verdict.what()))
                .append("</td><td>")
                .append(LinePanel.escape(verdict.found()))
                .append("</td><td>")
                .append(verdict.mark())
                .append("</td></tr>\n"));
        page.append("</table>\n");
        for (SoakSeries series : SoakSeries.values()) {
            LinePanel panel = new LinePanel(series.title(), series.unit());
            systems.forEach(system -> panel.line(
                    system,
                    of(system).stream().mapToDouble(SoakSample::seconds).toArray(),
                    of(system).stream()
                            .mapToDouble(sample -> sample.value(series))
                            .toArray()));
            page.append(panel.draw());
        }
        return page.append("</body></html>\n").toString();
    }
}
