package org.c4igateway.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.c4igateway.dds.api.sample.InstanceKey;
import org.c4igateway.history.TopicIndex.Bounds;
import org.c4igateway.history.TopicIndex.Entry;
import org.c4igateway.history.TopicIndex.Identity;
import org.c4igateway.history.TopicIndex.Left;
import org.junit.jupiter.api.Test;

class TopicIndexTest {
    private static final int BYTES = 10;

    private static InstanceKey key(String origin) {
        return new InstanceKey(List.of(origin, ""));
    }

    private static Left add(TopicIndex index, String origin, long number) {
        return index.add(key(origin), new Identity(number, number * 100), new Entry(number, BYTES));
    }

    @Test
    void keepsTheNewestOfAnInstanceUpToTheDepth() {
        TopicIndex index = new TopicIndex(new Bounds(2, 100, 100, 1_000));
        assertThat(add(index, "A", 1).ids()).isEmpty();
        assertThat(add(index, "A", 2).ids()).isEmpty();

        assertThat(add(index, "A", 3)).isEqualTo(new Left(List.of(1L), List.of()));

        assertThat(index.samples()).isEqualTo(2);
        assertThat(index.bytes()).isEqualTo(2 * BYTES);
    }

    @Test
    void letsTheInstanceLeaveThatWasWrittenLeastRecently() {
        TopicIndex index = new TopicIndex(new Bounds(2, 100, 2, 1_000));
        add(index, "A", 1);
        add(index, "B", 2);
        add(index, "A", 3);

        assertThat(add(index, "C", 4)).isEqualTo(new Left(List.of(2L), List.of(key("B"))));
    }

    @Test
    void boundsSamplesAndBytesOfTheTopicButLeavesTheNewestInstanceAlone() {
        TopicIndex bySamples = new TopicIndex(new Bounds(3, 3, 100, 1_000));
        add(bySamples, "A", 1);
        add(bySamples, "A", 2);
        add(bySamples, "B", 3);
        assertThat(add(bySamples, "B", 4)).isEqualTo(new Left(List.of(1L, 2L), List.of(key("A"))));

        TopicIndex byBytes = new TopicIndex(new Bounds(3, 100, 100, 15));
        add(byBytes, "A", 1);
        assertThat(add(byBytes, "B", 2)).isEqualTo(new Left(List.of(1L), List.of(key("A"))));
        assertThat(add(byBytes, "B", 3)).isEqualTo(new Left());
        assertThat(byBytes.bytes()).isEqualTo(2 * BYTES);
    }

    @Test
    void recognisesWhatComesAgain() {
        TopicIndex index = new TopicIndex(new Bounds(2, 100, 100, 1_000));
        add(index, "A", 5);
        assertThat(index.isNew(key("A"), new Identity(5, 500))).isFalse();
        assertThat(index.isNew(key("A"), new Identity(5, 501)))
                .as("written once more")
                .isTrue();
        assertThat(index.isNew(key("A"), new Identity(4, 400)))
                .as("older, and there is room")
                .isTrue();
        assertThat(index.isNew(key("B"), new Identity(5, 500))).isTrue();
        add(index, "A", 6);

        assertThat(index.isNew(key("A"), new Identity(4, 400)))
                .as("older than all that a full instance keeps")
                .isFalse();
    }

    @Test
    void forgetsWhatIsDisposedAndWhatIsOutlived() {
        TopicIndex index = new TopicIndex(new Bounds(9, 100, 100, 1_000));
        add(index, "A", 1);
        add(index, "A", 2);
        add(index, "B", 3);
        add(index, "B", 5);

        assertThat(index.newest(key("A"))).isEqualTo(2);
        assertThat(index.newest(key("C"))).isZero();
        assertThat(index.forgetBefore(400)).isEqualTo(new Left(List.of(1L, 2L, 3L), List.of(key("A"))));
        assertThat(index.forget(key("B"))).isEqualTo(new Left(List.of(5L), List.of(key("B"))));
        assertThat(index.forget(key("B"))).isEqualTo(new Left());

        assertThat(index.samples()).isZero();
        assertThat(index.instances()).isZero();
        assertThat(index.bytes()).isZero();
    }

    /** What was added and has not left is what is kept, and that is within the bounds. */
    @Test
    void staysWithinItsBoundsWhateverComes() {
        long seed = Long.getLong("c4i.test.seed", System.nanoTime());
        Random random = new Random(seed);
        Bounds bounds = new Bounds(1 + random.nextInt(4), 8, 1 + random.nextInt(6), 80);
        TopicIndex index = new TopicIndex(bounds);
        Map<Long, String> kept = new HashMap<>();
        for (long number = 1; number <= 2_000; number++) {
            String origin = "S" + random.nextInt(9);
            Left left = add(index, origin, number);
            kept.put(number, origin);
            left.ids()
                    .forEach(id ->
                            assertThat(kept.remove(id)).as("seed %d", seed).isNotNull());

            Map<String, Long> byInstance = new HashMap<>();
            kept.values().forEach(each -> byInstance.merge(each, 1L, Long::sum));
            assertThat(byInstance.values()).as("seed %d", seed).allMatch(count -> count <= bounds.depth());
            assertThat(byInstance.size()).as("seed %d", seed).isEqualTo(index.instances());
            assertThat(index.instances()).as("seed %d", seed).isLessThanOrEqualTo(bounds.instances());
            assertThat(index.samples())
                    .as("seed %d", seed)
                    .isEqualTo(kept.size())
                    .isLessThanOrEqualTo(8);
        }
    }
}
