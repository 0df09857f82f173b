package org.c4igateway.dds.transport.wire;

import java.util.Map;
import java.util.function.Supplier;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.transport.PrecedenceMarks;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.UnsupportedSettingException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Marks what is written through a participant by its precedence. Cyclone DDS sends within the call that writes or
 * flushes, so a sample has the mark that was set before. What DDS sends by itself has the mark that was set last:
 * repetitions of lost samples, heartbeats, discovery. A mark that cannot be set later than at the start holds nothing
 * up: what is written then has the mark before it. Thread-safe; with marks one sample is written at a time.
 */
public final class PacketMarks {
    private static final Logger LOG = LoggerFactory.getLogger(PacketMarks.class);

    /** Differs from all marks, so that the next write tries again. */
    private static final int UNKNOWN = -1;

    private final DdsParticipant participant;
    private final Map<Precedence, Integer> trafficClasses;
    private int set;
    private boolean failing;

    /**
     * Sets each mark once, so that one that is refused shows at the start, and that of FLASH last.
     *
     * @throws org.c4igateway.dds.api.UnsupportedSettingException when the provider or the system cannot
     */
    public PacketMarks(DdsParticipant participant, PrecedenceMarks marks) {
        this.participant = participant;
        this.trafficClasses = marks.trafficClasses();
        trafficClasses.values().stream().distinct().forEach(this::set);
        if (differs(Precedence.FLASH)) {
            set(trafficClass(Precedence.FLASH));
        }
    }

    /**
     * Writes something of a precedence.
     *
     * @param flush sends what was written before and is held back; it is of the precedence before
     * @param write blocks others while it blocks, when there are marks
     */
    public <R> R around(Precedence precedence, Runnable flush, Supplier<R> write) {
        if (trafficClasses.isEmpty()) {
            return write.get();
        }
        synchronized (this) {
            if (differs(precedence)) {
                flush.run();
                change(trafficClass(precedence));
            }
            return write.get();
        }
    }

    /** Sends what is held back, under the mark that it was written with. */
    public void around(Runnable flush) {
        if (trafficClasses.isEmpty()) {
            flush.run();
            return;
        }
        synchronized (this) {
            flush.run();
        }
    }

    private boolean differs(Precedence precedence) {
        return trafficClass(precedence) != set;
    }

    private int trafficClass(Precedence precedence) {
        return trafficClasses.getOrDefault(precedence, set);
    }

    /** Tries each time, and says once when it fails. */
    private void change(int trafficClass) {
        try {
            set(trafficClass);
            failing = false;
        } catch (UnsupportedSettingException e) {
            if (!failing) {
                LOG.warn("Messages go out with the mark of another precedence: {}", e.getMessage());
            }
            failing = true;
            set = UNKNOWN;
        }
    }

    private void set(int trafficClass) {
        participant.mark(trafficClass);
        set = trafficClass;
    }
}
