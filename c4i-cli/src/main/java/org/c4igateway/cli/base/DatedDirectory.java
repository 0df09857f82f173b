package org.c4igateway.cli.base;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Where a run puts its results when its user names no directory. */
public final class DatedDirectory {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    private DatedDirectory() {}

    /**
     * A directory below {@code target}, named by the wall clock to the second. Does not create it.
     *
     * @param command that has the results
     * @param suffix of the name, may be empty
     */
    public static Path below(String command, String suffix) {
        String time = LocalDateTime.now(ZoneId.systemDefault()).format(TIME);
        return Path.of(System.getProperty("c4i.home", "."), "target", command, time + suffix);
    }
}
