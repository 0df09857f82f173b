package org.c4igateway.core.simulation;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.topics.Topic;

/** Draws the rows that servers submit. Some are refused: by the rules of the sender, or by each receiver. */
final class RowDraws {
    /** Largest payload that the rules of a node allow. */
    static final int MAX_PAYLOAD = 2_000;

    private static final int MAX_DRAWN = 2_500;
    /** A message with this label is refused by the inbox. */
    private static final String REFUSED = "REFUSED";

    private static final List<String> TOPICS = topics();

    private final World world;
    private long drawn;

    RowDraws(World world) {
        this.world = world;
    }

    private static List<String> topics() {
        List<String> ids = new ArrayList<>();
        for (boolean reliable : new boolean[] {true, false}) {
            Drafts.CATALOGUE.topics().stream()
                    .filter(topic -> topic.reliable() == reliable)
                    .map(Topic::id)
                    .limit(reliable ? 2 : 1)
                    .forEach(ids::add);
        }
        return List.copyOf(ids);
    }

    /** @return a row that a server submits now */
    Message draw(SimSystem origin, long sequence) {
        Instant created = origin.clock().instant().truncatedTo(ChronoUnit.MICROS);
        return new Message(
                new MessageId(origin.name(), sequence),
                TOPICS.get(world.below(TOPICS.size())),
                Precedence.ofCode(world.below(4)),
                destinations(origin),
                created,
                world.chance(0.1) ? created.plusMillis(world.below(200)) : Instant.MAX,
                world.chance(0.02) ? REFUSED : "",
                world.chance(0.5) ? "T" + world.below(3) : "",
                payload(sequence));
    }

    private List<SystemName> destinations(SimSystem origin) {
        List<SystemName> to = new ArrayList<>();
        to.add(origin.others().get(world.below(origin.others().size())));
        for (SystemName other : origin.others()) {
            if (!to.contains(other) && world.chance(0.4)) {
                to.add(other);
            }
        }
        return to;
    }

    private byte[] payload(long sequence) {
        byte[] text = ("MSG/" + sequence + "/" + ++drawn + "//").getBytes(StandardCharsets.UTF_8);
        if (world.chance(0.02)) {
            return world.chance(0.3) ? new byte[0] : Arrays.copyOf(text, MAX_PAYLOAD + 1 + world.below(500));
        }
        return text;
    }

    /** @return most bytes that a row counts for in memory */
    static int maxSizeBytes() {
        return MAX_DRAWN + 256;
    }

    /** @return whether the rules of its sender refuse the row */
    static boolean breaksRules(Message row) {
        return row.payload().length == 0 || row.payload().length > MAX_PAYLOAD;
    }

    /** @return whether each receiver refuses the row */
    static boolean isRefused(Message row) {
        return row.label().equals(REFUSED);
    }
}
