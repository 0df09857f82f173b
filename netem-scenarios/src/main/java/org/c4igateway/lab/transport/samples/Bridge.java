package org.c4igateway.lab.transport.samples;

import java.io.IOException;
import java.util.Map;
import org.c4igateway.lab.transport.EndSettings;
import org.c4igateway.lab.transport.ProcessFigures;

/** Processes beside the programs, which carry samples between their hosts. Belongs to one thread. */
public interface Bridge extends AutoCloseable {
    /** Where programs of the same host find it. */
    String LOCAL = "127.0.0.1";

    /** The interface of that address. */
    String LOOPBACK = "lo";

    /** Where programs reach each other themselves. */
    Bridge NONE = new Bridge() {
        @Override
        public void requireAlive() {
            // nothing can end
        }

        @Override
        public Map<String, ProcessFigures> figures() {
            return Map.of();
        }

        @Override
        public void close() {
            // nothing runs
        }
    };

    /** Where the program at a host finds this; by default on the loopback interface. */
    default EndSettings.Place place(String host) {
        return new EndSettings.Place(LOCAL, LOCAL, LOOPBACK);
    }

    /** @throws IOException when one of them has ended or says that it broke, with the reason */
    void requireAlive() throws IOException, InterruptedException;

    /** What each has used since it started, by name. */
    Map<String, ProcessFigures> figures() throws IOException;

    /** Kills them. */
    @Override
    void close();
}
