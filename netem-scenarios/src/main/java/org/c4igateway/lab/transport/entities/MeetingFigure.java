package org.c4igateway.lab.transport.entities;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.c4igateway.lab.transport.entities.EntitiesAssignment.Role;

/** Names of the figures of ends that meet, beside {@link org.c4igateway.lab.transport.ExchangeResult#SECONDS}. */
public final class MeetingFigure {
    /** Kilobytes of 1,000 B that left the interfaces of all hosts until all had met. */
    public static final String SENT = "kB sent";
    /** Seconds from there until a first sample of each pair has arrived. */
    public static final String FIRST_SAMPLES = "s to first samples";

    private MeetingFigure() {}

    /** Megabytes of resident memory of a program when all have met. */
    static String resident(String program) {
        return program + " MB";
    }

    /** Its threads then. */
    static String threads(String program) {
        return program + " threads";
    }

    /** All that a program of its own has. */
    public static List<String> ofPrograms() {
        return Stream.<UnaryOperator<String>>of(MeetingFigure::resident, MeetingFigure::threads)
                .flatMap(figure -> Stream.of(Role.values()).map(role -> figure.apply(role.program())))
                .toList();
    }
}
