package org.c4igateway.dbbridge.node;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.dbbridge.ledger.LedgerLine;

/** Shows both sides of the ledger as gauges. */
final class LedgerMetrics {
    private final MultiGauge rows;
    private final MultiGauge unbalanced;

    LedgerMetrics(MeterRegistry meters) {
        this.rows = MultiGauge.builder(MeterNames.LEDGER_ROWS).register(meters);
        this.unbalanced = MultiGauge.builder(MeterNames.LEDGER_UNBALANCED).register(meters);
    }

    void show(List<LedgerLine> lines) {
        List<Row<?>> shown = new ArrayList<>();
        List<Row<?>> balances = new ArrayList<>();
        for (LedgerLine line : lines) {
            String destination = line.destination().value();
            shown.add(row(destination, "accepted", line.accepted()));
            shown.add(row(destination, "delivered", line.delivered()));
            shown.add(row(destination, "sent", line.sent()));
            shown.add(row(destination, "pending", line.pending()));
            shown.add(row(destination, "expired", line.expired()));
            shown.add(row(destination, "superseded", line.superseded()));
            shown.add(row(destination, "rejected", line.rejected()));
            balances.add(Row.of(Tags.of(MeterNames.DESTINATION, destination), line.balanced() ? 0 : 1));
        }
        rows.register(shown, true);
        unbalanced.register(balances, true);
    }

    private static Row<?> row(String destination, String state, long count) {
        return Row.of(Tags.of(MeterNames.DESTINATION, destination, MeterNames.STATE, state), count);
    }
}
