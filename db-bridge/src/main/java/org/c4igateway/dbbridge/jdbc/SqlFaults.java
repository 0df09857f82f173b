package org.c4igateway.dbbridge.jdbc;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;

/**
 * Translates database errors into faults of the gateway, by the class of the SQLSTATE and never by text (PostgreSQL
 * manual, appendix A).
 *
 * <p>One SQLSTATE needs more: the server reports 42501, a missing right, also when the operating system refuses it a
 * file, as on a file system that has become read-only ({@code errcode_for_file_access}). The field F of the error
 * (manual, "Error and Notice Message Fields") tells them apart: the source file that reported it.
 */
public final class SqlFaults {
    /** SQLSTATE raised by {@code c4i.fence}. */
    static final String FENCED = "C4010";

    private static final String NOT_PERMITTED = "42501";
    private static final String OPERATING_SYSTEM = "58";

    /** Where the server reads and writes its files, and refuses nothing for a missing right. */
    private static final Set<String> FILE_ACCESS = Set.of(
            "md.c",
            "fd.c",
            "smgr.c",
            "slru.c",
            "xlog.c",
            "xlogutils.c",
            "relmapper.c",
            "relcache.c",
            "buffile.c",
            "sharedfileset.c",
            "storage.c",
            "copydir.c",
            "dsm_impl.c");

    private SqlFaults() {}

    /**
     * @param doing what was being done, for people
     * @return the fault to throw
     */
    public static GatewayException translate(SQLException cause, String doing) {
        String state = sqlState(cause);
        String detail = doing + ": " + innermost(cause).getMessage() + (state.isEmpty() ? "" : " [" + state + "]");
        if (state.equals(FENCED)) {
            return fenced(detail, cause);
        }
        if (isTransient(cause)) {
            return new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, detail, cause);
        }
        return switch (classOf(cause)) {
            case "22", "23" ->
                new GatewayException.Fatal(
                        ErrorCode.DATABASE_REFUSED,
                        detail,
                        "Find the row that the server's log names, and the trigger or constraint that refuses it.",
                        cause);
            case "28", "3D" ->
                new GatewayException.Fatal(
                        ErrorCode.CONFIGURATION,
                        detail,
                        "Correct the database name, the login role or its password.",
                        cause);
            case "42" ->
                new GatewayException.Fatal(
                        ErrorCode.DATABASE_REFUSED,
                        detail,
                        "Grant c4i_bridge to the login role and migrate the schema to this version.",
                        cause);
            default ->
                new GatewayException.Fatal(
                        ErrorCode.DATABASE_REFUSED, detail, "See the server's log for this SQLSTATE.", cause);
        };
    }

    /** @return the fault of a node that another one has replaced */
    public static GatewayException.Fatal fenced(String detail, @Nullable Throwable cause) {
        return new GatewayException.Fatal(
                ErrorCode.FENCED, detail, "Leave this node as standby, or stop the other one first.", cause);
    }

    /**
     * Whether a node that had the lease waits for its database after this fault. A login that was good before is
     * refused while its password is changed, and the database is missing while it is restored.
     */
    public static boolean passesWithoutRestart(GatewayException fault) {
        return fault instanceof GatewayException.Transient
                || fault.errorCode() == ErrorCode.FENCED
                || (fault.getCause() instanceof SQLException cause && isRefusedLogin(cause));
    }

    private static boolean isRefusedLogin(SQLException cause) {
        return switch (classOf(cause)) {
            case "28", "3D" -> true;
            default -> false;
        };
    }

    /** @return whether a row is there already that a unique key allows once (SQLSTATE unique_violation) */
    public static boolean isDuplicate(SQLException cause) {
        return "23505".equals(cause.getSQLState());
    }

    /** @return whether a row conflicts with another one: a unique key (23505) or an exclusion constraint (23P01) */
    public static boolean isConflict(SQLException cause) {
        return switch (sqlState(cause)) {
            case "23505", "23P01" -> true;
            default -> false;
        };
    }

    /** @return whether the data itself was refused, so that the same statement can never succeed */
    public static boolean isDataError(SQLException cause) {
        return switch (classOf(cause)) {
            case "22", "23" -> true;
            default -> false;
        };
    }

    /**
     * Whether one row among many can be the cause: bad data, a trigger that raises (with whatever SQLSTATE) or is wrong
     * for some rows, a program limit, a broken function or index, a lock or time-out met in a trigger. Not the fence,
     * connections, resources, serialization, logins, the state of the transaction, the operating system.
     */
    public static boolean mayBeOfOneRow(SQLException cause) {
        String state = sqlState(cause);
        return switch (classOf(cause)) {
            case "", "08", "25", "28", "3D", "40", "53", "58" -> false;
            default -> !state.equals(FENCED);
        };
    }

    /** @return whether it is one of {@link #mayBeOfOneRow} and may not occur when the same row is tried again */
    public static boolean mayPass(SQLException cause) {
        return switch (classOf(cause)) {
            case "55", "57", "XX" -> true;
            default -> false;
        };
    }

    /** @return whether a statement waited for too long for what another transaction holds */
    public static boolean isWait(SQLException cause) {
        return switch (sqlState(cause)) {
            case "55P03", "57014" -> true;
            default -> false;
        };
    }

    /**
     * @return whether it has a reaction of its own when it hits every row: missing rights or objects, or a passing
     *     fault
     */
    public static boolean isOfTheStatement(SQLException cause) {
        return mayPass(cause) || classOf(cause).equals("42");
    }

    /** @return first two characters of the SQLSTATE; 58 when the operating system has refused a file; or nothing */
    private static String classOf(SQLException cause) {
        String state = sqlState(cause);
        if (state.equals(NOT_PERMITTED) && isOfAFile(cause)) {
            return OPERATING_SYSTEM;
        }
        return state.isEmpty() ? "" : state.substring(0, 2);
    }

    private static boolean isOfAFile(SQLException cause) {
        for (Throwable t = cause; t != null; t = t.getCause()) {
            if (t instanceof PSQLException e && e.getServerErrorMessage() != null) {
                String file = e.getServerErrorMessage().getFile();
                return file != null && FILE_ACCESS.contains(file);
            }
        }
        return false;
    }

    private static boolean isTransient(SQLException cause) {
        return switch (classOf(cause)) {
            case "" -> true;
            // Connection, resources, operator intervention, rollback, lock timeout, system and internal errors.
            case "08", "53", "57", "40", "55", "58", "XX" -> true;
            // 25006: a standby answers after a failover; 25P02: an earlier error of this transaction tells more.
            case "25" -> true;
            // A pool wraps the server's refusal of a login into a transient exception, but waiting does not help.
            case "28", "3D" -> false;
            default -> cause instanceof SQLTransientException || cause instanceof SQLRecoverableException;
        };
    }

    /** What the server or the driver said; the pool only says that it waited. */
    private static Throwable innermost(SQLException cause) {
        Throwable found = cause;
        while (found.getCause() instanceof SQLException deeper) {
            found = deeper;
        }
        return found;
    }

    private static String sqlState(SQLException cause) {
        for (Throwable t = cause; t != null; t = t.getCause()) {
            if (t instanceof SQLException e
                    && e.getSQLState() != null
                    && e.getSQLState().length() == 5) {
                return e.getSQLState();
            }
        }
        return "";
    }
}
