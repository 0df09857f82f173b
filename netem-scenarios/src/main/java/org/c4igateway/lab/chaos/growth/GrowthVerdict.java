package org.c4igateway.lab.chaos.growth;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.c4igateway.lab.stats.Trend;

/**
 * Whether one thing grew.
 *
 * @param of the node, gateway or database
 * @param what of it
 * @param perDay growth of a day, by the straight line through the looks
 * @param margin half of the interval that holds the growth with 95 % confidence
 * @param mostPerDay what is allowed
 * @param median of the looks
 * @param looks that the line goes through
 * @param judgement of the interval by what is allowed
 */
public record GrowthVerdict(
        String of,
        Growth what,
        double perDay,
        double margin,
        double mostPerDay,
        double median,
        int looks,
        Trend.Judgement judgement) {
    /**
     * Judges what has enough looks.
     *
     * @param looks in the order of time. Of a process that was replaced, those at the last one count
     * @return empty after a run too short for a trend
     */
    public static List<GrowthVerdict> of(List<Look> looks) {
        Map<String, List<Look>> series = new LinkedHashMap<>();
        double end = looks.isEmpty() ? 0 : looks.getLast().seconds();
        for (Look look : looks) {
            List<Look> one = series.computeIfAbsent(look.of() + "|" + look.what(), key -> new ArrayList<>());
            if (!one.isEmpty() && one.getLast().pid() != look.pid()) {
                one.clear();
            }
            if (!Double.isNaN(look.value())) {
                one.add(look);
            }
        }
        List<GrowthVerdict> verdicts = new ArrayList<>();
        for (List<Look> one : series.values()) {
            double start = one.isEmpty() ? end : one.getFirst().seconds();
            List<Look> judged = one.stream()
                    .filter(look -> look.seconds() >= start + (end - start) * Trend.START_SHARE)
                    .toList();
            if (judged.size() >= Trend.FEWEST) {
                verdicts.add(judge(judged));
            }
        }
        return verdicts;
    }

    private static GrowthVerdict judge(List<Look> looks) {
        Look one = looks.getFirst();
        Trend trend = Trend.of(
                        looks.stream().mapToDouble(Look::seconds).toArray(),
                        looks.stream().mapToDouble(Look::value).toArray())
                .perDay();
        double most = one.what().mostPerDay();
        return new GrowthVerdict(
                one.of(),
                one.what(),
                trend.slope(),
                trend.margin(),
                most,
                trend.median(),
                looks.size(),
                trend.judge(most));
    }

    /** On one line, with figures. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s, %s: %s of %d looks: %s",
                of,
                what.title(),
                new Trend(perDay, margin, median).growth(what.unit(), mostPerDay),
                looks,
                switch (judgement) {
                    case WITHIN -> "within";
                    case ABOVE -> "ABOVE";
                    case OPEN -> "not shown";
                });
    }
}
