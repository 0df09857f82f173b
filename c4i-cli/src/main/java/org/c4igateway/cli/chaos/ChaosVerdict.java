package org.c4igateway.cli.chaos;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import org.c4igateway.cli.base.TextTable;
import org.c4igateway.lab.chaos.ChaosReport;

/** Prints what came of a run. */
final class ChaosVerdict {
    private final ChaosReport report;
    private final Path directory;

    ChaosVerdict(ChaosReport report, Path directory) {
        this.report = report;
        this.directory = directory;
    }

    void print(PrintWriter out) {
        TextTable table = new TextTable("fault", "done", "hindered", "seconds");
        report.faults()
                .forEach((kind, count) -> table.row(
                        kind.label(),
                        count.done(),
                        count.hindered(),
                        String.format(Locale.ROOT, "%.1f", count.seconds())));
        out.println();
        table.print(out);
        ChaosReport.Rows rows = report.rows();
        out.printf(
                Locale.ROOT,
                "%n%,d rows submitted (%,d tries failed), %,d of %,d reliable ones delivered, %,d of %,d best-effort ones;"
                        + " %,d duplicates recognised%n",
                rows.acknowledged(),
                rows.triedAgain(),
                rows.delivered(),
                rows.reliable(),
                rows.bestEffortArrived(),
                rows.bestEffort(),
                rows.suppressed());
        if (report.recoveredMillis() >= 0) {
            out.printf(
                    Locale.ROOT,
                    "no row from before pending %.1f s after the last fault%n",
                    report.recoveredMillis() / 1e3);
        }
        if (report.settledMillis() >= 0) {
            out.printf(Locale.ROOT, "no row pending %.1f s after the last submit%n", report.settledMillis() / 1e3);
        }
        report.systems().forEach((name, system) -> {
            if (system.endedItself() > 0) {
                out.println(name + ": its node or gateway ended " + system.endedItself()
                        + " times without a fault that ends it");
            }
        });
        report.retention()
                .forEach((name, removed) -> out.printf(
                        Locale.ROOT,
                        "%s: %d days passed; dropped %d days of outbox (%,d rows) and %d of inbox (%,d rows),"
                                + " removed %,d identities and %,d dead letters%n",
                        name,
                        removed.daysPassed(),
                        removed.outboxDays(),
                        removed.outboxRows(),
                        removed.inboxDays(),
                        removed.inboxRows(),
                        removed.identities(),
                        removed.deadLetters()));
        report.growth().forEach(out::println);
        report.lines().forEach(out::println);
        report.shortcomings().forEach(out::println);
        if (report.grows()) {
            out.println("something grows by more than is allowed: see the lines with ABOVE, and growth.csv");
        }
        if (report.unknownGrowth() > 0) {
            out.println(
                    "of " + report.unknownGrowth() + " of " + report.growth().size()
                            + " series it is not known whether they grow: their processes were replaced or not seen");
        }
        out.println(
                report.clean()
                        ? "seed " + report.seed() + ": no violation"
                        : "seed " + report.seed() + ": "
                                + (report.violations().isEmpty()
                                        ? "NOT AS PLANNED"
                                        : "VIOLATIONS " + report.violations())
                                + "; again: ./c4i chaos --replay " + directory.resolve("plan.json"));
        out.println("report: " + directory.resolve("report.json"));
        out.flush();
    }
}
