package org.c4igateway.console.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.c4igateway.dbbridge.ledger.InboxLine;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.c4igateway.dbbridge.ledger.LedgerSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * Messages per minute of the last hour, from the ledger, in the memory of this process: at most {@value #MOST} samples.
 * Thread-safe.
 */
public final class LastHour {
    static final int MOST = 60;

    private static final double NANOS_PER_MINUTE = 60e9;

    /** A database that was restored, or replaced, counts anew. */
    private static final double NEVER_NEGATIVE = 0;

    private final Deque<Sample> samples = new ArrayDeque<>();
    private @Nullable Totals before;

    /** Nothing is known yet. */
    public LastHour() {}

    /** Adds a minute; the first snapshot is only what later ones are compared with. */
    public synchronized void add(LedgerSnapshot snapshot) {
        Totals now = Totals.of(snapshot);
        Totals then = before;
        before = now;
        if (then == null || !now.at().isAfter(then.at())) {
            return;
        }
        double minutes = Duration.between(then.at(), now.at()).toNanos() / NANOS_PER_MINUTE;
        samples.addLast(new Sample(
                Math.max(NEVER_NEGATIVE, (now.submitted() - then.submitted()) / minutes),
                Math.max(NEVER_NEGATIVE, (now.ended() - then.ended()) / minutes),
                Math.max(NEVER_NEGATIVE, (now.received() - then.received()) / minutes),
                now.pending()));
        while (samples.size() > MOST) {
            samples.removeFirst();
        }
    }

    /** @return a curve for each of what is counted; none before there are two samples */
    public synchronized List<Sparkline> lines() {
        List<Sparkline> lines = new ArrayList<>();
        line("submitted", Sample::submitted).ifPresent(lines::add);
        line("delivered", Sample::ended).ifPresent(lines::add);
        line("received", Sample::received).ifPresent(lines::add);
        line("pending", Sample::pending).ifPresent(lines::add);
        return lines;
    }

    private Optional<Sparkline> line(String key, ToDoubleFunction<Sample> value) {
        double[] values = samples.stream().mapToDouble(value).toArray();
        return values.length < 2 ? Optional.empty() : Optional.of(Sparkline.of(key, values));
    }

    /** @param ended delivered, or sent where there are no receipts */
    private record Totals(Instant at, long submitted, long ended, long received, long pending) {
        static Totals of(LedgerSnapshot snapshot) {
            List<LedgerLine> lines = snapshot.lines();
            return new Totals(
                    snapshot.at(),
                    lines.stream().mapToLong(LedgerLine::accepted).sum(),
                    lines.stream()
                            .mapToLong(line -> line.delivered() + line.sent())
                            .sum(),
                    snapshot.origins().stream().mapToLong(InboxLine::received).sum(),
                    lines.stream().mapToLong(LedgerLine::pending).sum());
        }
    }

    private record Sample(double submitted, double ended, double received, double pending) {}
}
