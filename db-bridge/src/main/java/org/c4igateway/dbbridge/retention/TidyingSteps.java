package org.c4igateway.dbbridge.retention;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The steps of one tidying, none of which keeps another from running: the first fault is thrown at the end, with the
 * others as suppressed ones. One thread.
 */
final class TidyingSteps {
    private @Nullable SQLException first;

    /** Work on the database that fits in a few statements. */
    interface Step<T> {
        T run() throws SQLException;
    }

    /** Work that returns nothing. */
    interface Work {
        void run() throws SQLException;
    }

    /** Does the work; a fault is kept for the end. */
    void attempt(Work work) {
        try {
            work.run();
        } catch (SQLException e) {
            keep(e);
        }
    }

    /** @return what the step returns; {@code otherwise} after a fault, which is kept for the end */
    <T> T attempt(T otherwise, Step<T> step) {
        try {
            return step.run();
        } catch (SQLException e) {
            keep(e);
            return otherwise;
        }
    }

    /** Keeps a fault for the end. */
    void keep(SQLException fault) {
        if (first == null) {
            first = fault;
        } else {
            first.addSuppressed(fault);
        }
    }

    /** @return whether every step so far went through */
    boolean wentThrough() {
        return first == null;
    }

    /** Throws the first fault, when there was one. */
    void end() throws SQLException {
        if (first != null) {
            throw first;
        }
    }
}
