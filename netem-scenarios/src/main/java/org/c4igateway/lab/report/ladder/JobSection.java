package org.c4igateway.lab.report.ladder;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.lab.net.NetworkPlan;
import org.c4igateway.lab.report.NumberText;
import org.c4igateway.lab.report.page.ReportTable;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Exchange;
import org.c4igateway.lab.scenario.Label;
import org.c4igateway.lab.transport.ExchangeResult;

/**
 * What workers gain over one worker, and what it costs when one is killed and replaced. Entries of one cell in the same
 * surroundings are compared, job by job: the speed-up is the median of the ratios of equal repetitions, the delay the
 * difference of the medians.
 */
public final class JobSection {
    private final List<Entry> entries;

    /**
     * What a cell measured under a condition.
     *
     * @param surroundings of the condition
     * @param job of the condition
     * @param ladder of the cell; its sizes are numbers up to which primes are counted
     */
    public record Entry(Surroundings surroundings, Exchange.Kind.Job job, Ladder ladder) {
        private boolean isKilled() {
            return job.killAt() > 0;
        }
    }

    /**
     * All of a condition but the job; with other links or places, another number of workers says nothing.
     *
     * @param links impairment by name
     * @param plumbing how programs are joined to the links
     * @param place where the programs run
     */
    public record Surroundings(
            Map<String, Condition.Directions> links,
            Optional<NetworkPlan.Plumbing> plumbing,
            Optional<Exchange.Place> place) {
        public Surroundings {
            links = Map.copyOf(links);
        }

        /** Those of the condition. */
        public static Surroundings of(Condition condition) {
            return new Surroundings(
                    condition.links(),
                    condition.plumbing(),
                    condition.exchange().map(Exchange::place));
        }
    }

    public JobSection(List<Entry> entries) {
        this.entries = List.copyOf(entries);
    }

    /** A table for the speed-up, and one for the delay; none where there is nothing to compare. */
    public List<ReportTable> tables() {
        ReportTable gains = new ReportTable(
                new Label(
                        "speed-up over one worker, and efficiency: speed-up by workers",
                        "작업자 한 개 대비 속도 향상과 효율(속도 향상 / 작업자 수)"),
                List.of("cell", "condition", "numbers", "workers", "seconds", "speed-up", "efficiency"));
        ReportTable delays = new ReportTable(
                new Label(
                        "delay by the replacement of a worker: seconds with it minus seconds without",
                        "작업자 교체로 인한 지연: 교체가 있을 때의 초 - 없을 때의 초"),
                List.of("cell", "condition", "numbers", "workers", "seconds", "delay s", ExchangeResult.REJOINED));
        comparable().forEach(some -> {
            some.forEach(entry -> gains(gains, entry, some));
            some.forEach(entry -> delays(delays, entry, some));
        });
        List<ReportTable> tables = new ArrayList<>(List.of(gains, delays));
        tables.removeIf(table -> table.rows().isEmpty());
        return tables;
    }

    private Collection<List<Entry>> comparable() {
        Map<List<Object>, List<Entry>> comparable = new LinkedHashMap<>();
        entries.forEach(entry -> comparable
                .computeIfAbsent(List.of(entry.ladder().cell(), entry.surroundings()), key -> new ArrayList<>())
                .add(entry));
        return comparable.values();
    }

    private static Optional<Entry> undisturbed(List<Entry> some, int workers) {
        return some.stream()
                .filter(entry -> !entry.isKilled() && entry.job().workers() == workers)
                .findFirst();
    }

    private static void gains(ReportTable table, Entry entry, List<Entry> some) {
        Optional<Entry> one = undisturbed(some, 1);
        if (one.isEmpty() || entry.isKilled()) {
            return;
        }
        int workers = entry.job().workers();
        one.get()
                .ladder()
                .speedUps(entry.ladder())
                .forEach((numbers, speedUp) -> table.row(
                        List.of(entry.ladder().label()),
                        entry.ladder().condition(),
                        "" + numbers,
                        "" + workers,
                        seconds(entry, numbers),
                        NumberText.text(speedUp),
                        NumberText.percent(speedUp / workers)));
    }

    private static void delays(ReportTable table, Entry entry, List<Entry> some) {
        Optional<Entry> without = undisturbed(some, entry.job().workers());
        if (without.isEmpty() || !entry.isKilled()) {
            return;
        }
        for (int numbers : entry.ladder().sizes()) {
            double delay = entry.ladder().figure(numbers, ExchangeResult.SECONDS)
                    - without.get().ladder().figure(numbers, ExchangeResult.SECONDS);
            table.row(
                    List.of(entry.ladder().label()),
                    entry.ladder().condition(),
                    "" + numbers,
                    "" + entry.job().workers(),
                    seconds(entry, numbers),
                    NumberText.text(delay),
                    NumberText.text(entry.ladder().figure(numbers, ExchangeResult.REJOINED)));
        }
    }

    private static String seconds(Entry entry, int numbers) {
        return NumberText.orDnf(entry.ladder().figure(numbers, ExchangeResult.SECONDS));
    }
}
