package org.c4igateway.dbbridge.ledger;

import java.time.Instant;
import java.util.Optional;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;

/**
 * Pending rows of one destination at one precedence.
 *
 * @param rows rows without a final state
 * @param oldest when the oldest of them was submitted, by the clock of the database; empty when none waits
 */
public record BacklogLine(SystemName destination, Precedence precedence, long rows, Optional<Instant> oldest) {}
