package org.c4igateway.lab.chaos.growth;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * One value at one time.
 *
 * @param seconds since rows are submitted
 * @param of the node, gateway or database that was looked at, such as {@code ALPHA's node}
 * @param pid process that was looked at; 0 for a database
 * @param value not a number where it could not be read, because of a fault for instance
 */
public record Look(double seconds, String of, long pid, Growth what, double value) {
    /** A table with a heading, one line a look. */
    public static String csv(List<Look> looks) {
        return looks.stream()
                .map(look -> String.format(
                        Locale.ROOT,
                        "%.0f,%s,%d,%s,%.2f\n",
                        look.seconds,
                        look.of,
                        look.pid,
                        look.what.title(),
                        look.value))
                .collect(Collectors.joining("", "seconds,of,pid,what,value\n", ""));
    }
}
