package org.c4igateway.lab.chaos;

import java.io.IOException;
import java.sql.SQLException;

/** Something broken on purpose. Both calls block, in one thread. */
interface Fault {
    /** Breaks it. When this fails, {@link #end} is called nevertheless. */
    void begin() throws IOException, SQLException, InterruptedException;

    /** Mends it, whatever has become of it meanwhile. */
    void end() throws IOException, SQLException, InterruptedException;
}
