package org.c4igateway.cli.lab;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.c4igateway.cli.base.ProgressLine;
import org.c4igateway.lab.run.Forecast;
import org.c4igateway.lab.run.LabRunner;
import org.c4igateway.lab.run.RunKey;
import org.c4igateway.lab.run.RunPlan;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.scenario.Exchange;

/**
 * Tells of runs: a line for each that ends, more for one that broke, and one that moves with the time left. Safe for
 * concurrent use.
 */
final class LabProgress implements LabRunner.RunListener {
    private final PrintWriter out;
    private final ProgressLine line;
    private final Set<RunKey> left = new LinkedHashSet<>();
    private final int total;
    private final Forecast forecast = new Forecast();
    private final long startNanos = System.nanoTime();
    private int failed;

    /** @param steps those that are not there yet */
    LabProgress(PrintWriter out, ProgressLine line, List<RunPlan.Step> steps) {
        this.out = out;
        this.line = line;
        steps.forEach(step -> left.add(step.key()));
        this.total = steps.size();
    }

    @Override
    public synchronized void began(RunPlan.Step step) {
        show();
    }

    @Override
    public synchronized void ended(RunPlan.Step step, RunResult result) {
        left.remove(step.key());
        forecast.ended(step.key(), result.circumstances().seconds());
        failed += result.outcome() == RunResult.Outcome.FAILED ? 1 : 0;
        line.clear();
        out.println("[" + (total - left.size()) + "/" + total + "] " + step.key() + ": " + summary(step, result));
        out.flush();
        show();
    }

    private void show() {
        Duration rest = forecast.left(List.copyOf(left), Duration.ofNanos(System.nanoTime() - startNanos));
        String time = rest.isZero() ? "" : ", about " + Math.max(1, rest.toMinutes()) + " min left";
        line.show("  runs" + time, total - left.size(), total);
    }

    private static String summary(RunPlan.Step step, RunResult result) {
        RunResult.Delivery delivery = result.delivery();
        return switch (result.outcome()) {
            case COMPLETED -> delivered(step, result);
            case DNF ->
                delivery.expected() == 0
                        ? "DNF: " + firstLine(result)
                        : String.format(
                                Locale.ROOT, "DNF, %d of %d delivered", delivery.delivered(), delivery.expected());
            case IMPOSSIBLE -> "cannot run here: " + firstLine(result);
            case FAILED -> "FAILED: " + result.detail().strip().replace("\n", "\n    ");
        };
    }

    private static String delivered(RunPlan.Step step, RunResult result) {
        long delivered = result.delivery().delivered();
        String share = delivered + " of " + result.delivery().expected() + " ";
        return step.condition()
                .exchange()
                .map(exchange -> share + counted(exchange.kind()))
                .orElseGet(() -> String.format(
                        Locale.ROOT,
                        "%sdelivered, %.1f msg/s",
                        share,
                        result.delivery().perSecond()));
    }

    private static String counted(Exchange.Kind kind) {
        return switch (kind) {
            case Exchange.Kind.RoundTrip _ -> "round trips answered";
            case Exchange.Kind.Fan _ -> "arrived";
            case Exchange.Kind.Stream _ -> "chunks received";
            case Exchange.Kind.Job _ -> "intervals counted";
            case Exchange.Kind.Entities _ -> "pairs met and exchanged a sample";
            case Exchange.Kind.Durability _ -> "late readers got what the policies promise";
            case Exchange.Kind.Samples _ -> "samples arrived";
        };
    }

    private static String firstLine(RunResult result) {
        return result.detail().lines().findFirst().orElse("");
    }

    /** Runs that broke. */
    synchronized int failed() {
        return failed;
    }
}
