package org.c4igateway.dbbridge.table.access;

/**
 * What came of one look at a table.
 *
 * @param nothingLeft whether all that was there is done
 * @param problem what keeps single rows back, with its code; empty when nothing does
 */
public record TurnResult(boolean nothingLeft, String problem) {
    public TurnResult and(TurnResult other) {
        return new TurnResult(nothingLeft && other.nothingLeft, problem.isEmpty() ? other.problem : problem);
    }
}
