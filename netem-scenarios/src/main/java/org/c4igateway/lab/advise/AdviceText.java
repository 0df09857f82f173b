package org.c4igateway.lab.advise;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.c4igateway.lab.report.NumberText;
import org.c4igateway.lab.scenario.Cell;

/** Advice as lines for a terminal. */
public final class AdviceText {
    private static final String ROW = "    %-26s %10s %-24s %9s %6s";

    private final AskedNetwork network;
    private final Settings settings;
    private final String commit;

    /**
     * @param cells of the lab, by name
     * @param commit that runs now
     */
    public AdviceText(AskedNetwork network, Map<String, Cell> cells, String commit) {
        this.network = network;
        this.settings = new Settings(network, cells);
        this.commit = commit;
    }

    /** The advice for one link. */
    public List<String> lines(LinkAdvice advice) {
        List<String> lines = new ArrayList<>();
        lines.add(advice.choice()
                .map(choice -> advice.link().name() + ": take " + choice.label())
                .orElse(advice.link().name() + ": no transport to advise"));
        figures(lines, advice);
        advice.missing().forEach(candidate -> lines.add(notJudged(candidate, advice.failedRuns(candidate))));
        lines.add("  how sure: " + advice.sureness().text());
        advice.asGood()
                .forEach(other -> lines.add(
                        "  as good within a tenth: " + other.candidate().label()));
        changes(lines, advice);
        sources(lines, advice);
        advice.choice().ifPresent(choice -> {
            paste(lines, "node at the near end", settings.node(choice, advice.link()));
            paste(lines, "WAN gateway at the near end", settings.gateway(choice, advice.link()));
        });
        return lines;
    }

    private static String notJudged(Advisable candidate, String failed) {
        return "  not judged: " + candidate.label() + ", fewer than three runs count"
                + (failed.isEmpty() ? "" : " (" + failed + ")") + "; --resume makes those again that broke";
    }

    private static void paste(List<String> lines, String place, List<String> yaml) {
        if (!yaml.isEmpty()) {
            lines.add("  to paste into the file of the " + place + ":");
            yaml.forEach(line -> lines.add("    " + line));
        }
    }

    private void figures(List<String> lines, LinkAdvice advice) {
        boolean paced = network.messages().isPaced();
        double bound = paced ? 0 : network.bound(advice.link()) * (network.systems() - 1);
        lines.add(String.format(
                        Locale.ROOT,
                        ROW,
                        paced ? "p99, ms (less is better)" : "msg/s (more is better)",
                        "median",
                        "interval",
                        bound > 0 ? "of bound" : "",
                        "runs")
                .stripTrailing());
        for (CandidateFigures figures : advice.ranked()) {
            lines.add(String.format(
                    Locale.ROOT,
                    ROW,
                    figures.candidate().label(),
                    figures.finishes() ? NumberText.text(figures.median()) : "DNF",
                    end(figures.interval().low()) + " to "
                            + end(figures.interval().high()),
                    bound > 0 && figures.finishes() ? NumberText.percent(figures.median() / bound) : "",
                    runs(figures, advice.failedRuns(figures.candidate()))));
        }
        if (bound > 0) {
            lines.add(bound(bound));
        }
    }

    /** How many count, and how many of which kind do not. */
    private static String runs(CandidateFigures figures, String failed) {
        return figures.trials().size()
                + (figures.unfinished() > 0 ? ", DNF " + figures.unfinished() : "")
                + (failed.isEmpty() ? "" : ", " + failed);
    }

    private String bound(double bound) {
        int receivers = network.systems() - 1;
        return "    bound: " + NumberText.text(bound)
                + " msg/s, the link less its loss, filled with uncompressed messages without any header"
                + (receivers > 1 ? ", each carried once for " + receivers + " receivers" : "");
    }

    private static String end(double value) {
        return Double.isFinite(value) ? NumberText.text(value) : "DNF";
    }

    private static void changes(List<String> lines, LinkAdvice advice) {
        advice.choice().ifPresent(choice -> {
            lines.add("  what would change it:");
            lines.add("    the network does not allow what it needs: " + choice.needs());
            if (advice.ranked().size() > 1 && advice.ranked().get(1).finishes()) {
                CandidateFigures second = advice.ranked().get(1);
                lines.add("    " + second.candidate().label() + " gets "
                        + NumberText.text(advice.ranked().getFirst().timesAsGoodAs(second)) + " times better");
            }
            advice.changes()
                    .forEach(change ->
                            lines.add("    a link as in \"" + change.replaceFirst(": ", "\", where the first is ")));
        });
    }

    private void sources(List<String> lines, LinkAdvice advice) {
        TreeSet<String> files = new TreeSet<>();
        TreeSet<String> others = new TreeSet<>();
        TreeSet<String> madeAgain = new TreeSet<>();
        for (CandidateFigures figures : advice.ranked()) {
            for (Trial trial : figures.trials()) {
                Trial.Source source = trial.source();
                files.add(source.file() + (source.commit().isEmpty() ? "" : ", commit " + source.commit()));
                if (!source.madeAgain().isEmpty()) {
                    madeAgain.add(source.file() + ": " + source.madeAgain());
                }
                if (!source.commit().equals(commit)) {
                    others.add(source.commit().isEmpty() ? "an unknown commit" : source.commit());
                }
            }
        }
        files.forEach(file -> lines.add("  measured in: " + file));
        madeAgain.forEach(names -> lines.add("  failed and made again, in " + names));
        if (!others.isEmpty()) {
            lines.add("  measured with " + String.join(", ", others) + ", not with this version (" + commit
                    + "): --fresh measures again");
        }
    }
}
