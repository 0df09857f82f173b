package org.c4igateway.dbbridge.ledger;

import org.c4igateway.core.message.SystemName;

/**
 * The ledger of one destination: accepted rows and their states. Rows in flight count as pending here; only the node's
 * memory knows which they are.
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
