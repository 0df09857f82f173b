package org.c4igateway.dbbridge.ledger;

import org.c4igateway.core.message.SystemName;

/**
 * The ledger of one destination: rows accepted into the outbox for it, and what became of them. In flight counts as
 * pending here, only the bridge's memory knows the difference.
 */
public record LedgerLine(
        SystemName destination,
        long accepted,
        long delivered,
        long sent,
        long pending,
        long expired,
        long superseded,
        long rejected) {
    /** @return whether every accepted row is in exactly one state */
    public boolean balanced() {
        return accepted == delivered + sent + pending + expired + superseded + rejected;
    }
}
