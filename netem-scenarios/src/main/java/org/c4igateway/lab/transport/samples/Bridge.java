package org.c4igateway.lab.transport.samples;

import java.io.IOException;
import java.util.Map;
import org.c4igateway.lab.transport.ProcessFigures;

/** Processes beside the programs, which carry samples between their hosts. Belongs to one thread. */
public interface Bridge extends AutoCloseable {
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

    /** @throws IOException when one of them has ended or says that it broke, with the reason */
    void requireAlive() throws IOException, InterruptedException;

    /** What each has used since it started, by name. */
    Map<String, ProcessFigures> figures() throws IOException;

    /** Kills them. */
    @Override
    void close();
}
