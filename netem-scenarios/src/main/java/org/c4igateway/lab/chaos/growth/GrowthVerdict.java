package org.c4igateway.lab.chaos.growth;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.c4igateway.lab.stats.Trend;

/**
 * Whether one thing grew.
 *
 * @param of the node, gateway or database
 * @param what of it
 * @param perDay growth of a day, by the straight line through the looks; not a number where it is not known
 * @param margin half of the interval that holds the growth with 95 % confidence; the same
 * @param mostPerDay what is allowed
 * @param median of the looks; the same
 * @param looks that the line goes through
 * @param due looks that there were at the last process, without the start, whatever they saw
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
        int due,
        Trend.Judgement judgement) {
    /**
     * Judges each series. One with too few looks, because its process was replaced or could not be looked at, is not
     * known.
     *
     * @param looks in the order of time. Of a process that was replaced, those at the last one count
     * @return empty after a run too short for any trend
     */
    public static List<GrowthVerdict> of(List<Look> looks) {
        Map<String, List<Look>> series = new LinkedHashMap<>();
        double end = looks.isEmpty() ? 0 : looks.getLast().seconds();
        for (Look look : looks) {
            List<Look> one = series.computeIfAbsent(look.of() + "|" + look.what(), key -> new ArrayList<>());
            if (!one.isEmpty() && one.getLast().pid() != look.pid()) {
                one.clear();
            }
            one.add(look);
        }
        if (inTime(looks, end).map(Look::seconds).distinct().count() < Trend.FEWEST) {
            return List.of();
        }
        List<GrowthVerdict> verdicts = new ArrayList<>();
        series.values().forEach(each -> {
            List<Look> due = inTime(each, end).toList();
            List<Look> judged =
                    due.stream().filter(one -> !Double.isNaN(one.value())).toList();
            verdicts.add(
                    judged.size() >= Trend.FEWEST
                            ? judge(judged, due.size())
                            : unknown(each.getLast(), judged.size(), due.size()));
        });
        return verdicts;
    }

    /** Without the start. */
    private static Stream<Look> inTime(List<Look> looks, double end) {
        double start = looks.isEmpty() ? end : looks.getFirst().seconds();
        return looks.stream().filter(look -> look.seconds() >= start + (end - start) * Trend.START_SHARE);
    }

    /** Whether nothing is known of a process that ran for long enough: it was not replaced, it was not seen. */
    public boolean unseen() {
        return judgement == Trend.Judgement.UNKNOWN && due >= 2 * Trend.FEWEST;
    }

    private static GrowthVerdict unknown(Look one, int looks, int due) {
        return new GrowthVerdict(
                one.of(),
                one.what(),
                Double.NaN,
                Double.NaN,
                one.what().mostPerDay(),
                Double.NaN,
                looks,
                due,
                Trend.Judgement.UNKNOWN);
    }

    private static GrowthVerdict judge(List<Look> looks, int due) {
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
                due,
                trend.judge(most));
    }

    /** On one line, with figures. */
    @Override
    public String toString() {
        if (judgement == Trend.Judgement.UNKNOWN) {
            return of + ", " + what.title() + ": " + looks + " of " + due + " looks: NOT KNOWN";
        }
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
                    case UNKNOWN -> "NOT KNOWN";
                });
    }
}
