package org.c4igateway.lab.history;

import java.sql.Connection;
import java.sql.SQLException;

/** A system whose interface database is looked at from outside. Each connection belongs to the caller. Thread-safe. */
public interface ObservedSystem {
    /** Name of the system. */
    String system();

    /** A connection of the C4I server. */
    Connection openApp() throws SQLException;

    /** A connection that may read everything. */
    Connection openOwner() throws SQLException;
}
