package org.c4igateway.dbbridge.trail;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

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

    /**
     * @param found what a question for one more row than the page has gave
     * @param number by which the list is sorted
     * @return the page of the first {@code rows}, with a next one if there is more
     */
    static <T> Page<T> of(List<T> found, int rows, ToLongFunction<T> number) {
        if (found.size() <= rows) {
            return new Page<>(found, OptionalLong.empty());
        }
        List<T> page = found.subList(0, rows);
        return new Page<>(page, OptionalLong.of(number.applyAsLong(page.getLast())));
    }
}
