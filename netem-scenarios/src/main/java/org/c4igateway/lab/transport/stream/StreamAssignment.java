package org.c4igateway.lab.transport.stream;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.c4igateway.lab.transport.EndSettings;
import org.c4igateway.lab.transport.Words;

/**
 * What a {@link StreamProgram} does, as words of its command line.
 *
 * @param end its end; the one that asks sends, and opens another one when it is acknowledged nothing for its patience
 * @param chunks bytes of the chunks, a stream for each, in the order of the measurement; a receiving program takes what
 *     comes
 * @param volume bytes of a stream
 * @param killAt bytes at which a sending program tells the lab to kill the receiver; 0 for never
 * @param checkpoint file in which a receiving program keeps how far it is
 * @param table file that says in which table a receiving program stores chunks; empty for none
 */
record StreamAssignment(
        EndSettings end, List<Integer> chunks, long volume, long killAt, String checkpoint, String table) {
    StreamAssignment {
        chunks = List.copyOf(chunks);
    }

    List<String> words() {
        return end.words()
                .with("chunks", chunks.stream().map(String::valueOf).collect(Collectors.joining(",")))
                .with("volume", volume)
                .with("kill-at", killAt)
                .with("checkpoint", checkpoint)
                .with("table", table)
                .list();
    }

    /** @throws IllegalArgumentException for other words than those of {@link #words} */
    static StreamAssignment parse(String... line) {
        Words words = Words.parse(line);
        return new StreamAssignment(
                EndSettings.parse(words),
                Arrays.stream(words.required("chunks").split(",", -1))
                        .map(Integer::valueOf)
                        .toList(),
                Long.parseLong(words.required("volume")),
                Long.parseLong(words.required("kill-at")),
                words.required("checkpoint"),
                words.required("table"));
    }
}
