package org.c4igateway.cli.demo;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.base.Stopwatch;
import org.c4igateway.cli.base.TextTable;
import org.c4igateway.lab.history.AuditResult;
import org.c4igateway.lab.history.Violation.Kind;

/**
 * What the demonstration came to: a row for each run, the published message, and passed or failed.
 *
 * @param publication empty when none was published
 * @param watch started with the demonstration
 */
record DemoVerdict(List<DemoRun.Result> results, Optional<DemoPublication.Result> publication, Stopwatch watch) {
    /**
     * Prints it.
     *
     * @return the exit status of the command
     */
    int print(PrintWriter out) {
        TextTable reliable = new TextTable(
                "RELIABLE",
                "MESSAGES",
                "DELIVERED",
                "DUPLICATES SUPPRESSED",
                "LOST",
                "OTHER STATE",
                "DOUBLED",
                "ALTERED",
                "OUT OF ORDER",
                "NOT SEEN");
        TextTable latency = new TextTable("LATENCY ms", "P50", "P99", "P50 WITH OUTAGE", "P99 WITH OUTAGE");
        TextTable bestEffort = new TextTable("BEST EFFORT", "MESSAGES", "SUPERSEDED", "SENT", "RECEIVED");
        results.forEach(result -> rows(reliable, latency, bestEffort, result));
        for (TextTable table : List.of(reliable, latency, bestEffort)) {
            out.println();
            table.print(out);
        }
        out.println("""
                \nNot checked: rows that a server misses or reads twice when it polls its inbox by received_id while rows arrive.
                Latency is from outbox row to inbox row: before the kill, and for the whole run, outage included.""");
        results.forEach(result -> {
            result.audit().violations().forEach(violation -> out.println(result.name() + ": " + violation));
            out.println(
                    result.name() + ": ledgers " + (result.balanced() ? "balanced" : "NOT BALANCED or not settled"));
        });
        publication.ifPresent(shown -> shown.print(out));
        boolean passed = results.stream().allMatch(DemoRun.Result::passed)
                && publication.map(DemoPublication.Result::passed).orElse(true);
        out.println((passed ? "Passed in " : "FAILED after ") + watch);
        return passed ? ExitStatus.SUCCESS : ExitStatus.NEGATIVE;
    }

    private static void rows(TextTable reliable, TextTable latency, TextTable bestEffort, DemoRun.Result result) {
        AuditResult audit = result.audit();
        AuditResult.Counts counts = audit.counts();
        reliable.row(
                result.name(),
                counts.reliable(),
                counts.delivered(),
                result.duplicates(),
                audit.count(Kind.LOST),
                audit.count(Kind.UNSETTLED, Kind.WRONG_STATE, Kind.UNDUE, Kind.AMBIGUOUS),
                audit.count(Kind.DOUBLED),
                audit.count(Kind.ALTERED, Kind.UNKNOWN),
                audit.count(Kind.OUT_OF_ORDER),
                audit.count(Kind.SKIPPED, Kind.READ_BACKWARDS, Kind.VANISHED, Kind.REUSED_ID));
        latency.row(
                result.name(),
                millis(audit.undisturbed(), 50),
                millis(audit.undisturbed(), 99),
                millis(audit.latency(), 50),
                millis(audit.latency(), 99));
        bestEffort.row(
                result.name(),
                counts.bestEffort(),
                result.superseded(),
                counts.bestEffort() - result.superseded(),
                counts.bestEffortArrived());
    }

    private static String millis(Histogram microseconds, double percentile) {
        return String.format(Locale.ROOT, "%.1f", microseconds.getValueAtPercentile(percentile) / 1_000.0);
    }
}
