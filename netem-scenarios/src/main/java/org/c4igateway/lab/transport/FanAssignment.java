package org.c4igateway.lab.transport;

import java.util.List;
import org.c4igateway.lab.scenario.Cell.Carrier;

/**
 * What a {@link FanProgram} does, as words of its command line.
 *
 * @param carrier the DDS implementation
 * @param writes whether its ends write; they read otherwise
 * @param device interface of its participants
 * @param ends how many it has, each with a participant of its own
 * @param partners how many ends of the other kind there are in all programs
 */
record FanAssignment(Carrier carrier, boolean writes, String device, int ends, int partners) {
    List<String> words() {
        return new Words()
                .with("carrier", carrier.name())
                .with("writes", writes)
                .with("device", device)
                .with("ends", ends)
                .with("partners", partners)
                .list();
    }

    /** @throws IllegalArgumentException for other words than those of {@link #words} */
    static FanAssignment parse(String... line) {
        Words words = Words.parse(line);
        return new FanAssignment(
                Carrier.valueOf(words.required("carrier")),
                words.truth("writes"),
                words.required("device"),
                words.number("ends"),
                words.number("partners"));
    }
}
