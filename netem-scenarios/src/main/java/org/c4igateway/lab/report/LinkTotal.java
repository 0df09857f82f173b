package org.c4igateway.lab.report;

import java.util.Map;
import java.util.TreeMap;
import org.c4igateway.lab.run.RunResult;

/** What one direction of a link did in all runs of a group. Grows while the runs are added; one thread. */
final class LinkTotal {
    double wantedLoss;
    long wantedRate;
    long seen;
    long lost;
    long drops;
    double busiest;

    private LinkTotal() {}

    /** @return by link and direction, in order */
    static Map<String, LinkTotal> of(Group group) {
        Map<String, LinkTotal> totals = new TreeMap<>();
        for (RunResult run : group.runs()) {
            run.links()
                    .forEach((name, report) -> totals.computeIfAbsent(name, missing -> new LinkTotal())
                            .add(report));
        }
        return totals;
    }

    private void add(RunResult.LinkReport report) {
        wantedLoss = report.wantedLoss();
        wantedRate = report.wantedBitsPerSecond();
        seen += report.counters().lossSeen();
        lost += report.counters().lost();
        drops += report.counters().queueDrops();
        busiest = Math.max(busiest, report.busiestBitsPerSecond());
    }
}
