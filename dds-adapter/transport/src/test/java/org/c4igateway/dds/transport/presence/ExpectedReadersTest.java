package org.c4igateway.dds.transport.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class ExpectedReadersTest {
    private static final Set<String> TOPICS = Set.of("A021", "B001");

    private int matched;
    private final ExpectedReaders expected = new ExpectedReaders(topic -> matched);

    private void announce(String system, String via) {
        expected.add(ExpectedReaders.reader(system, via), TOPICS);
    }

    @Test
    void waitsForAReaderOfEachNode() {
        announce("ALPHA", "");
        announce("BRAVO", "");

        matched = 1;
        assertThat(expected.haveMatched(TOPICS)).isFalse();
        matched = 2;
        assertThat(expected.haveMatched(TOPICS)).isTrue();
    }

    @Test
    void countsAGatewayOnceUntilItsLastSystemIsGone() {
        announce("ALPHA", "WAN-1 a");
        announce("BRAVO", "WAN-1 b");
        announce("WAN-1", "");

        matched = 1;
        assertThat(expected.haveMatched(TOPICS))
                .as("a node of the gateway's name")
                .isFalse();
        matched = 2;
        assertThat(expected.haveMatched(TOPICS)).isTrue();

        matched = 1;
        expected.remove(ExpectedReaders.reader("ALPHA", "WAN-1 a"), TOPICS);
        assertThat(expected.haveMatched(TOPICS)).isFalse();
        expected.remove(ExpectedReaders.reader("BRAVO", "WAN-1 b"), TOPICS);
        assertThat(expected.haveMatched(TOPICS)).isTrue();
    }

    @Test
    void expectsNobodyOfATopicThatNobodyAnnounced() {
        announce("ALPHA", "");

        assertThat(expected.haveMatched(Set.of("Z999"))).isTrue();
        assertThat(expected.haveMatched(Set.of())).isTrue();
    }
}
