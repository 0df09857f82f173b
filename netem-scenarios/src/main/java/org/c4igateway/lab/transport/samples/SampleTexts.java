package org.c4igateway.lab.transport.samples;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.scenario.Flow;
import org.c4igateway.lab.testbed.load.MessageLoad;
import org.c4igateway.lab.workload.Workload;
import org.c4igateway.topics.TopicCatalogue;

/**
 * Samples as the layer of rows draws its messages: equal seeds, hosts and sizes give equal texts, each of which is
 * there once. Immutable; the arrays are not changed.
 */
final class SampleTexts {
    /** Says that the way between the programs is open. */
    static final byte[] HELLO = "HELLO".getBytes(StandardCharsets.US_ASCII);

    private static final String TOPIC = "A080";

    private final List<byte[]> primers;
    private final List<byte[]> counted;
    private final Map<ByteBuffer, Place> places = new HashMap<>();

    /**
     * Which sample it is.
     *
     * @param primes whether it is a primer
     * @param number among its kind, from 0
     */
    record Place(boolean primes, int number) {}

    private SampleTexts(List<byte[]> primers, List<byte[]> counted) {
        this.primers = primers;
        this.counted = counted;
        number(primers, true);
        number(counted, false);
    }

    static SampleTexts draw(SamplesAssignment assignment) {
        return new SampleTexts(
                draw(assignment, assignment.counts().primers(), ~assignment.seed()),
                draw(assignment, assignment.counts().counted(), assignment.seed()));
    }

    private static List<byte[]> draw(SamplesAssignment assignment, int count, long seed) {
        Flow.Content content = new Flow.Content(assignment.bytes(), TOPIC, Flow.Content.MIXED, 0);
        Flow flow = new Flow(assignment.from(), List.of(), count, content, 0);
        return new Workload(TopicCatalogue.reference())
                .draw(flow, "", seed).stream().map(MessageLoad.Message::payload).toList();
    }

    private void number(List<byte[]> texts, boolean primes) {
        for (int i = 0; i < texts.size(); i++) {
            Place before = places.put(ByteBuffer.wrap(texts.get(i)), new Place(primes, i));
            if (before != null) {
                throw new IllegalArgumentException("two samples are equal: " + before + " and " + i);
            }
        }
    }

    List<byte[]> primers() {
        return primers;
    }

    List<byte[]> counted() {
        return counted;
    }

    /**
     * Finds a sample by its bytes.
     *
     * @throws IllegalStateException when they are those of no sample
     */
    Place place(byte[] bytes) {
        Place place = places.get(ByteBuffer.wrap(bytes));
        if (place == null) {
            throw new IllegalStateException("what arrived is no sample: " + bytes.length + " B");
        }
        return place;
    }
}
