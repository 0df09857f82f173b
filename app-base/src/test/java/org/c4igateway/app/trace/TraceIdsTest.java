package org.c4igateway.app.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.junit.jupiter.api.Test;

class TraceIdsTest {
    private static final SystemName ALPHA = new SystemName("ALPHA");
    private static final Instant CREATED = Instant.parse("2026-11-25T19:43:22.000123Z");

    static Message message(SystemName origin, long sequence, Instant created) {
        return new Message(
                new MessageId(origin, sequence),
                "A004",
                Precedence.FLASH,
                List.of(new SystemName("BRAVO")),
                created,
                Instant.MAX,
                "",
                "",
                new byte[] {1, 2, 3});
    }

    /** As `printf ALPHA/1732563102000123/1795635802000123 | sha256sum` has it. */
    @Test
    void computesTheIdThatThePageTells() {
        assertThat(TraceIds.trace(TraceIds.identity(message(ALPHA, 1_732_563_102_000_123L, CREATED))))
                .isEqualTo("7d82ef375a66e82c7e6eb123b5583706");
        assertThat(TraceIds.span("7d82ef375a66e82c7e6eb123b5583706", "send", "BRAVO"))
                .isEqualTo("8bd5cace83dc439e");
    }

    /** The sender knows its address, the receiver the system only. */
    @Test
    void isTheSameWhicheverNodeOfTheSystemSends() {
        Message ofShard = message(ALPHA.ofShard(2), 7, CREATED);

        assertThat(TraceIds.identity(ofShard)).isEqualTo(TraceIds.identity(message(ALPHA, 7, CREATED)));
        assertThat(TracedMessage.of(ofShard).identity()).isEqualTo(TraceIds.identity(ofShard));
    }

    @Test
    void givesEachIdentityAnother() {
        Set<String> all = new HashSet<>();
        for (long number = 1; number <= 1_000; number++) {
            all.add(TraceIds.trace(TraceIds.identity(message(ALPHA, number, CREATED))));
            all.add(TraceIds.trace(TraceIds.identity(message(ALPHA, number, CREATED.plusNanos(1_000)))));
            all.add(TraceIds.trace(TraceIds.identity(message(new SystemName("ALPHA-1"), number, CREATED))));
        }
        assertThat(all).hasSize(3_000).allMatch(id -> id.matches("[0-9a-f]{32}"));
    }

    @Test
    void followsTheShareThatIsAskedForAndWithAnyLargerOneTheSameToo() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int followed = 0;
        for (int i = 0; i < 20_000; i++) {
            String message = TraceIds.identity(message(ALPHA, random.nextLong(1, Long.MAX_VALUE), CREATED));
            if (TraceIds.isWithin(message, 0.1)) {
                followed++;
                assertThat(TraceIds.isWithin(message, 0.11)).isTrue();
            }
            assertThat(TraceIds.isWithin(message, 1)).isTrue();
        }
        // 2,000 expected, with a standard deviation of 42.
        assertThat(followed).as("seed %d", seed).isBetween(1_700, 2_300);
    }
}
