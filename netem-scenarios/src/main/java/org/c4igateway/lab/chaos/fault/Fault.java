package org.c4igateway.lab.chaos.fault;

import java.io.IOException;
import java.sql.SQLException;

/** Something broken on purpose. Both calls block, in one thread. */
interface Fault {
    /** One half of a fault. */
    interface Step {
        void take() throws IOException, SQLException, InterruptedException;
    }

    /** A fault that keeps nothing in mind between its halves. */
    static Fault of(Step begin, Step end) {
        return new Fault() {
            @Override
            public void begin() throws IOException, SQLException, InterruptedException {
                begin.take();
            }

            @Override
            public void end() throws IOException, SQLException, InterruptedException {
                end.take();
            }
        };
    }

    /** Breaks it. When this fails, {@link #end} is called nevertheless. */
    void begin() throws IOException, SQLException, InterruptedException;

    /** Mends it, whatever has become of it meanwhile. */
    void end() throws IOException, SQLException, InterruptedException;
}
