package org.c4igateway.lab.history;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.c4igateway.dbbridge.ledger.LedgerLine;

/**
 * Both ledgers of a system at one instant, and both counted again from rows.
 *
 * @param lines of the outbox by destination
 * @param recounted the same from rows alone
 * @param received of the inbox by origin; none is 0
 * @param rows of the inbox by origin; none is 0
 */
public record LedgerHistory(
        String system,
        List<LedgerLine> lines,
        List<LedgerLine> recounted,
        Map<String, Long> received,
        Map<String, Long> rows) {
    public LedgerHistory {
        lines = List.copyOf(lines);
        recounted = List.copyOf(recounted);
        received = new TreeMap<>(received);
        rows = new TreeMap<>(rows);
    }
}
