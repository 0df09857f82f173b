package org.c4igateway.core.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SubscriptionsTest {
    private static final TopicSubscription TRACKS = new TopicSubscription("K1*", Duration.ofMinutes(5));
    private static final Map<String, Integer> DIGESTS = Map.of("K101", 7, "K999", -3);

    @Test
    void goesIntoAnAnnouncementBesideTheDigestsAndComesOutAgain() {
        Subscriptions told = new Subscriptions(List.of(TRACKS));

        Map<String, Integer> entries = told.besides(DIGESTS);

        assertThat(entries)
                .containsAllEntriesOf(DIGESTS)
                .containsEntry("?K1*", 300)
                .hasSize(3);
        assertThat(Subscriptions.within(entries)).isEqualTo(told);
        assertThat(Subscriptions.without(entries)).isEqualTo(DIGESTS);
        assertThat(Subscriptions.within(DIGESTS)).isEqualTo(Subscriptions.NOT_TOLD);
    }

    @Test
    void takesUpToItsBound() {
        List<TopicSubscription> most = Collections.nCopies(Subscriptions.MAX_PATTERNS, TRACKS);
        assertThat(new Subscriptions(most).list()).hasSize(Subscriptions.MAX_PATTERNS);

        List<TopicSubscription> more = Collections.nCopies(Subscriptions.MAX_PATTERNS + 1, TRACKS);
        assertThatIllegalArgumentException().isThrownBy(() -> new Subscriptions(more));
    }

    @Test
    void takesPatternsAndTheTimesThatAnAnnouncementHasRoomFor() {
        Duration longest = Duration.ofSeconds(Integer.MAX_VALUE);
        assertThat(new TopicSubscription("K101", longest).lookBack()).isEqualTo(longest);

        assertThatIllegalArgumentException().isThrownBy(() -> new TopicSubscription("K101", longest.plusSeconds(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> new TopicSubscription("K101", Duration.ofSeconds(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> new TopicSubscription("", Duration.ZERO));
    }
}
