package org.c4igateway.lab.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.lab.scenario.Flow;
import org.c4igateway.lab.testbed.load.MessageLoad;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;

/** Draws the messages of a flow from a seed: equal seeds give equal messages. Immutable. */
public final class Workload {
    /** Of a hundred messages: FLASH, IMMEDIATE and PRIORITY up to these; the rest is ROUTINE. */
    private static final int[] SHARES = {2, 15, 50};

    private static final double SHORT_SHARE = 0.86;
    private static final double SHORT_MEDIAN = 880;
    private static final double SHORT_SIGMA = 0.78;
    private static final double LONG_MEDIAN = 8_000;
    private static final double LONG_SIGMA = 0.5;
    private static final int LONGEST = 60_000;
    private static final int MIXED_TOPICS = 24;

    private final TopicCatalogue catalogue;
    private final List<Topic> mix;

    public Workload(TopicCatalogue catalogue) {
        this.catalogue = catalogue;
        List<Topic> reliable =
                catalogue.topics().stream().filter(Topic::reliable).toList();
        int stride = Math.max(1, reliable.size() / MIXED_TOPICS);
        List<Topic> picked = new ArrayList<>();
        for (int i = 0; i < reliable.size() && picked.size() < MIXED_TOPICS; i += stride) {
            picked.add(reliable.get(i));
        }
        this.mix = List.copyOf(picked);
    }

    /**
     * The messages of a flow.
     *
     * @param topic takes the place of the flow's own; empty for the flow's
     * @throws IllegalArgumentException when the catalogue has no such topic
     */
    public List<MessageLoad.Message> draw(Flow flow, String topic, long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ flow.from().hashCode());
        MessageTexts texts = new MessageTexts(random.split());
        String wanted = topic.isEmpty() ? flow.content().topic() : topic;
        List<MessageLoad.Message> drawn = new ArrayList<>(flow.messages());
        for (int i = 0; i < flow.messages(); i++) {
            Topic chosen = wanted.isEmpty() ? mix.get(random.nextInt(mix.size())) : topic(wanted);
            int bytes = flow.content().bytes() == Flow.Content.REALISTIC
                    ? realisticSize(random)
                    : flow.content().bytes();
            drawn.add(new MessageLoad.Message(
                    chosen.id(), precedence(flow.content().precedence(), random), texts.next(chosen.name(), bytes)));
        }
        return drawn;
    }

    /** @return the subject of each of these messages of a flow, in their order; empty for none */
    public List<String> subjects(Flow flow, List<MessageLoad.Message> messages) {
        int subjects = flow.content().subjects();
        List<String> drawn = new ArrayList<>(messages.size());
        for (int i = 0; i < messages.size(); i++) {
            boolean reliable = topic(messages.get(i).topicId()).reliable();
            drawn.add(reliable && subjects == 0 ? "" : "N" + (reliable ? i % subjects : i));
        }
        return drawn;
    }

    /** Whether all of these are of reliable topics, so that each of them gets a receipt. */
    public boolean areReliable(List<MessageLoad.Message> messages) {
        return messages.stream()
                .map(MessageLoad.Message::topicId)
                .distinct()
                .allMatch(id -> topic(id).reliable());
    }

    private Topic topic(String id) {
        return catalogue
                .find(id)
                .orElseThrow(() -> new IllegalArgumentException("no topic " + id + " in the catalogue"));
    }

    /** Two log-normal parts: short reports and long orders. */
    static int realisticSize(SplittableRandom random) {
        boolean isShort = random.nextDouble() < SHORT_SHARE;
        double median = isShort ? SHORT_MEDIAN : LONG_MEDIAN;
        double sigma = isShort ? SHORT_SIGMA : LONG_SIGMA;
        long size = Math.round(median * Math.exp(sigma * random.nextGaussian()));
        return Math.clamp(size, MessageTexts.SHORTEST, LONGEST);
    }

    private static Precedence precedence(int wanted, SplittableRandom random) {
        Precedence[] all = Precedence.values();
        if (wanted != Flow.Content.MIXED) {
            return all[wanted];
        }
        int drawn = random.nextInt(100);
        for (int i = 0; i < SHARES.length; i++) {
            if (drawn < SHARES[i]) {
                return all[i];
            }
        }
        return all[SHARES.length];
    }
}
