package org.c4igateway.dbbridge.jdbc;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds out that the driver of a database elsewhere lacks, and says what to do: none but PostgreSQL's is shipped. */
public final class ForeignDriver {
    private static final String VARIABLE = "C4I_DRIVERS";

    private ForeignDriver() {}

    /**
     * What lacks, and what to do about it.
     *
     * @param problem such as "there is no driver for jdbc:mariadb"
     * @param remedy a sentence
     */
    public record Missing(String problem, String remedy) {}

    /** @return empty when the class path has a driver for the URL */
    public static Optional<Missing> of(String url) {
        return of(url, System.getenv(VARIABLE));
    }

    static Optional<Missing> of(String url, @Nullable String jars) {
        try {
            DriverManager.getDriver(url);
            return Optional.empty();
        } catch (SQLException e) {
            List<String> words = Arrays.asList(url.split(":", 3));
            String kind = String.join(":", words.subList(0, Math.min(2, words.size())));
            return Optional.of(new Missing("there is no driver for " + kind, remedy(kind, jars)));
        }
    }

    private static String remedy(String kind, @Nullable String jars) {
        List<String> absent = Stream.of(jars == null ? "" : jars)
                .flatMap(text -> Stream.of(text.split(File.pathSeparator)))
                .filter(jar -> !jar.isBlank() && !Files.isReadable(Path.of(jar)))
                .toList();
        if (!absent.isEmpty()) {
            return VARIABLE + " names " + String.join(" and ", absent) + ", which cannot be read.";
        }
        String which = kind.toLowerCase(Locale.ROOT).equals("jdbc:mariadb")
                ? "that of MariaDB is org.mariadb.jdbc:mariadb-java-client (docs/adopt.md)"
                : "its maker has it";
        return "Set " + VARIABLE + " to the path of the driver's jar; " + which + ".";
    }
}
