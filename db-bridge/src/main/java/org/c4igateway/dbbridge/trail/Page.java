package org.c4igateway.dbbridge.trail;

import java.util.List;
import java.util.OptionalLong;

/**
 * One page of a list that is sorted by a falling number.
 *
 * @param rows at most as many as were asked for
 * @param next number before which the next page begins; empty at the end of the list. A search that found little within
 *     the rows that one question may look through gives a short page with a next one.
 */
public record Page<T>(List<T> rows, OptionalLong next) {
    public Page {
        rows = List.copyOf(rows);
    }
}
