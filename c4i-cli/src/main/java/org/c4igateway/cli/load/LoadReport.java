package org.c4igateway.cli.load;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.c4igateway.cli.base.Json;
import org.c4igateway.cli.base.TextTable;
import org.c4igateway.cli.load.LoadTally.Latencies;

/** What a load came to, in lines while it runs, and as a table or as JSON at its end. */
final class LoadReport {
    private static final List<String> STATES = List.of("delivered", "sent", "expired", "superseded", "rejected");

    private final LoadPlan plan;
    private final LoadTally tally;
    private final LoadSubmitter submitter;

    LoadReport(LoadPlan plan, LoadTally tally, LoadSubmitter submitter) {
        this.plan = plan;
        this.tally = tally;
        this.submitter = submitter;
    }

    /** The heading of {@link #line}. */
    static String heading() {
        return "  SECOND  SUBMITTED  DELIVERED    OTHER  PENDING    P50 ms    P99 ms    MAX ms";
    }

    /** All counts so far, and the latencies since the last line. */
    String line(long second) {
        Latencies recent = tally.takeRecent();
        long other = STATES.stream().skip(1).mapToLong(tally::count).sum();
        String counts = String.format(
                Locale.ROOT,
                "%8d %10d %10d %8d %8d",
                second,
                tally.submittedMessages(),
                tally.count("delivered"),
                other,
                tally.pendingRows());
        return recent.count() == 0
                ? counts + "         -         -         -"
                : counts
                        + String.format(
                                Locale.ROOT, " %9.1f %9.1f %9.1f", recent.p50(), recent.p99(), recent.longest());
    }

    /** Whether each row is delivered, or sent, if its topic is best effort. */
    boolean isComplete() {
        return tally.pendingRows() == 0
                && submitter.undecided() == 0
                && STATES.stream().skip(2).mapToLong(tally::count).sum() == 0;
    }

    void print(PrintWriter out) {
        double seconds = submitter.elapsed().toNanos() / 1e9;
        out.printf(
                Locale.ROOT,
                "%n%d messages submitted in %.1f s: %.1f/s of %.1f/s asked for; behind time by %.0f ms at most%n",
                tally.submittedMessages(),
                seconds,
                seconds == 0 ? 0 : tally.submittedMessages() / seconds,
                plan.rate(),
                submitter.latest().toNanos() / 1e6);
        TextTable states = new TextTable(
                "DESTINATION", "ACCEPTED", "DELIVERED", "SENT", "EXPIRED", "SUPERSEDED", "REJECTED", "PENDING");
        plan.destinations().forEach(name -> states.row(stateCells(name)));
        states.print(out);
        tally.codes().forEach((code, count) -> out.printf("%d ended with %s: c4i codes %s%n", count, code, code));
        out.println();
        out.println("Milliseconds from submit to the record of the receipt, by the clock of this database:");
        TextTable latencies = new TextTable("PRECEDENCE", "DELIVERED", "P50", "P90", "P99", "P99.9", "MAX");
        tally.byPrecedence().forEach((precedence, found) -> latencies.row(cells(precedence.name(), found)));
        latencies.row(cells("all", tally.overall())).print(out);
        remark(out);
    }

    private void remark(PrintWriter out) {
        if (tally.pendingRows() > 0) {
            out.printf(
                    "%d rows have no final state %d s after the last message; they are in no latency above, and wait: c4i status%n",
                    tally.pendingRows(), submitter.sinceLast().toSeconds());
        }
        if (tally.unmeasured() > 0) {
            out.printf(
                    "%d delivered rows are in no latency above: the clock of the database was set meanwhile%n",
                    tally.unmeasured());
        }
        if (submitter.undecided() > 0) {
            out.printf(
                    "%d more messages may have been accepted or not: the connection failed in their commit%n",
                    submitter.undecided());
        }
    }

    private Object[] stateCells(String destination) {
        Map<String, Long> counts = tally.states(destination);
        long pending = tally.pendingAt(destination);
        long ended = counts.values().stream().mapToLong(Long::longValue).sum();
        Object[] cells = new Object[STATES.size() + 3];
        cells[0] = destination;
        cells[1] = ended + pending;
        for (int i = 0; i < STATES.size(); i++) {
            cells[i + 2] = counts.getOrDefault(STATES.get(i), 0L);
        }
        cells[cells.length - 1] = pending;
        return cells;
    }

    /** A percentile that so few rows do not have is left out. */
    private static Object[] cells(String name, Latencies found) {
        if (found.count() == 0) {
            return new Object[] {name, 0, "", "", "", "", ""};
        }
        return new Object[] {
            name,
            found.count(),
            milliseconds(found.p50()),
            found.count() < 10 ? "-" : milliseconds(found.p90()),
            found.count() < 100 ? "-" : milliseconds(found.p99()),
            found.count() < 1_000 ? "-" : milliseconds(found.p999()),
            milliseconds(found.longest())
        };
    }

    private static String milliseconds(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    String json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("seed", plan.seed());
        fields.put("submitted", tally.submittedMessages());
        fields.put("seconds", submitter.elapsed().toMillis() / 1e3);
        fields.put("rate_asked", plan.rate());
        fields.put("behind_ms", submitter.latest().toMillis());
        fields.put("undecided", submitter.undecided());
        Map<String, Object> destinations = new LinkedHashMap<>();
        for (String name : plan.destinations()) {
            Map<String, Object> counts = new LinkedHashMap<>(tally.states(name));
            counts.put("pending", tally.pendingAt(name));
            destinations.put(name, counts);
        }
        fields.put("destinations", destinations);
        fields.put("codes", tally.codes());
        Map<String, Object> latencies = new LinkedHashMap<>();
        tally.byPrecedence().forEach((precedence, found) -> latencies.put(precedence.name(), numbers(found)));
        latencies.put("all", numbers(tally.overall()));
        fields.put("latency_ms", latencies);
        fields.put("complete", isComplete());
        return Json.write(fields);
    }

    private static Map<String, Object> numbers(Latencies found) {
        Map<String, Object> numbers = new LinkedHashMap<>();
        numbers.put("count", found.count());
        if (found.count() > 0) {
            numbers.put("p50", found.p50());
            if (found.count() >= 10) {
                numbers.put("p90", found.p90());
            }
            if (found.count() >= 100) {
                numbers.put("p99", found.p99());
            }
            if (found.count() >= 1_000) {
                numbers.put("p99_9", found.p999());
            }
            numbers.put("max", found.longest());
        }
        return numbers;
    }
}
