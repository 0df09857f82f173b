package org.c4igateway.dbbridge.table.access;

import java.sql.SQLException;
import java.util.Set;
import org.c4igateway.dbbridge.jdbc.SqlFaults;

/** What a refusal of a database elsewhere can be about, by SQLSTATE and, for MariaDB's HY000, by its own number. */
public final class ForeignRefusal {
    /**
     * Of MariaDB, with SQLSTATE HY000 or 70100: file and disk errors (1021, 1026, 1030), memory (1037, 1038, 1041),
     * read-only table or server (1036, 1290, 1792, 1836), full table (1114), shutdown (1053, 1077), locks and time
     * (1205, 1206, 1317, 1969).
     */
    private static final Set<Integer> OF_THE_SERVER = Set.of(
            1021, 1026, 1030, 1036, 1037, 1038, 1041, 1053, 1077, 1114, 1205, 1206, 1290, 1317, 1792, 1836, 1969);

    private ForeignRefusal() {}

    /** @return whether one row can be the cause, such as a trigger that raises for it */
    public static boolean mayBeOfOneRow(SQLException refusal) {
        return SqlFaults.mayBeOfOneRow(refusal)
                && !SqlFaults.mayPass(refusal)
                && !OF_THE_SERVER.contains(refusal.getErrorCode());
    }

    /** @return its words in one line */
    public static String words(SQLException refusal) {
        return String.valueOf(refusal.getMessage()).replace("\0", "?").replaceAll("\\s+", " ");
    }
}
