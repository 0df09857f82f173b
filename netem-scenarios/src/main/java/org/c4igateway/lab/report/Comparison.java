package org.c4igateway.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.c4igateway.lab.stats.PairedRatio;

/** Two experiments side by side, cell by cell. */
public final class Comparison {
    private static final String FORMAT = "%-18s %-28s %-18s %10s %10s  %s";
    private static final long SEED = 1;

    private final List<String> lines;

    private Comparison(List<String> lines) {
        this.lines = List.copyOf(lines);
    }

    /** Pairs the groups that both have; ratios are those of the second to the first. */
    public static Comparison of(ExperimentResults first, ExperimentResults second) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT, FORMAT, "SCENARIO", "CONDITION", "CELL", "FIRST", "SECOND", "RATIO (95 % INTERVAL)"));
        first.groups().values().stream()
                .flatMap(List::stream)
                .forEach(before -> find(second, before).ifPresent(after -> lines.add(line(before, after))));
        return new Comparison(lines);
    }

    private static Optional<Group> find(ExperimentResults experimentResults, Group wanted) {
        return experimentResults.groups().values().stream()
                .flatMap(List::stream)
                .filter(group -> group.scenario()
                                .name()
                                .equals(wanted.scenario().name())
                        && group.condition().name().equals(wanted.condition().name())
                        && group.cell().name().equals(wanted.cell().name()))
                .findFirst();
    }

    private static String line(Group before, Group after) {
        return String.format(
                        Locale.ROOT,
                        FORMAT,
                        before.scenario().name(),
                        before.condition().name(),
                        before.cell().name(),
                        before.median().map(NumberText::text).orElse("DNF"),
                        after.median().map(NumberText::text).orElse("DNF"),
                        ratio(before, after))
                .stripTrailing();
    }

    /** Repetitions that both completed are pairs: they had the same seed. Those that did not finish are told. */
    private static String ratio(Group before, Group after) {
        SortedSet<Integer> both = new TreeSet<>(before.values().keySet());
        both.retainAll(after.values().keySet());
        boolean allFinished = before.unfinished() + after.unfinished() == 0;
        String unfinished = allFinished
                ? ""
                : ", DNF " + before.unfinished() + " and " + after.unfinished() + " (not in the ratio)";
        if (both.isEmpty()) {
            return "–" + unfinished;
        }
        PairedRatio ratio = PairedRatio.of(values(after, both), values(before, both), SEED);
        return String.format(
                Locale.ROOT,
                "%.3f (%.3f–%.3f)%s%s",
                ratio.ratio(),
                ratio.low(),
                ratio.high(),
                remark(ratio, allFinished),
                unfinished);
    }

    private static String remark(PairedRatio ratio, boolean allFinished) {
        if (!ratio.hasInterval()) {
            return " range, too few to tell: " + (ratio.pairs() == 1 ? "1 pair" : ratio.pairs() + " pairs");
        }
        return (ratio.differs() || !allFinished ? " " : " no difference to speak of, ") + ratio.pairs() + " pairs";
    }

    private static double[] values(Group group, Set<Integer> repetitions) {
        return repetitions.stream()
                .mapToDouble(repetition -> group.values().getOrDefault(repetition, Double.NaN))
                .toArray();
    }

    /** A heading and a line per pair. */
    public List<String> lines() {
        return lines;
    }
}
