package org.c4igateway.lab.transport.job;

import java.util.List;
import org.c4igateway.lab.scenario.Cell.Carrier;
import org.c4igateway.lab.transport.Words;

/**
 * What a {@link JobProgram} does, as words of its command line.
 *
 * @param role its part
 * @param ends how it is connected; not used by {@link Role#THREADS}
 * @param workers how many there are in all
 * @param worker number of this one, from 0; not used in other roles
 * @param stop where this worker waits to be killed
 */
record JobAssignment(Role role, Ends ends, int workers, int worker, Stop stop) {
    /** A part in a job. */
    enum Role {
        /** Publishes intervals and adds up results. */
        MASTER,
        /** Tests the numbers of its intervals. */
        WORKER,
        /** Does it all in threads of one process. */
        THREADS
    }

    /**
     * How programs are connected.
     *
     * @param carrier what carries intervals and results
     * @param master address of the master
     * @param device interface of this program
     */
    record Ends(Carrier carrier, String master, String device) {}

    /**
     * Where a worker waits to be killed.
     *
     * @param at share of its numbers; 0 for never
     * @param from number of the first job in which it does
     */
    record Stop(double at, int from) {
        static final Stop NEVER = new Stop(0, 0);

        boolean concerns(int job) {
            return at > 0 && job >= from;
        }
    }

    List<String> words() {
        return new Words()
                .with("role", role.name())
                .with("carrier", ends.carrier().name())
                .with("master", ends.master())
                .with("device", ends.device())
                .with("workers", workers)
                .with("worker", worker)
                .with("stop-at", stop.at())
                .with("stop-from", stop.from())
                .list();
    }

    /** @throws IllegalArgumentException for other words than those of {@link #words} */
    static JobAssignment parse(String... line) {
        Words words = Words.parse(line);
        return new JobAssignment(
                Role.valueOf(words.required("role")),
                new Ends(
                        Carrier.valueOf(words.required("carrier")), words.required("master"), words.required("device")),
                words.number("workers"),
                words.number("worker"),
                new Stop(Double.parseDouble(words.required("stop-at")), words.number("stop-from")));
    }
}
