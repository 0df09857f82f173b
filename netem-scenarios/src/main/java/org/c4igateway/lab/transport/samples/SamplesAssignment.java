package org.c4igateway.lab.transport.samples;

import java.util.List;
import org.c4igateway.lab.scenario.Exchange;
import org.c4igateway.lab.transport.EndSettings;
import org.c4igateway.lab.transport.Words;

/**
 * What a {@link SamplesProgram} does, as words of its command line. Both programs draw the same samples.
 *
 * @param end its end; the one that asks sends
 * @param from host of the sender, from whose name messages are drawn, too
 * @param bytes of a sample
 * @param counts how many
 * @param seed that they are drawn from
 */
public record SamplesAssignment(EndSettings end, String from, int bytes, Exchange.Counts counts, long seed) {
    List<String> words() {
        return end.words()
                .with("from", from)
                .with("bytes", bytes)
                .with("primers", counts.primers())
                .with("samples", counts.counted())
                .with("seed", seed)
                .list();
    }

    /** @throws IllegalArgumentException for other words than those of {@link #words} */
    static SamplesAssignment parse(String... line) {
        Words words = Words.parse(line);
        return new SamplesAssignment(
                EndSettings.parse(words),
                words.required("from"),
                words.number("bytes"),
                new Exchange.Counts(words.number("primers"), words.number("samples")),
                Long.parseLong(words.required("seed")));
    }
}
