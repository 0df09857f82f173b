package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.MessageKey;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Inbox;
import org.c4igateway.core.testkit.Drafts;
import org.junit.jupiter.api.Test;

class FoundExpiredTest {
    private static final SystemName SELF = new SystemName("SELF");
    private static final Message LATE = Drafts.expiring(Instant.EPOCH, Drafts.message(1_000_000, SELF));

    private final FoundExpired found = new FoundExpired();

    @Test
    void forgetsTheOldestFirst() {
        found.add(MessageKey.of(LATE));
        for (int n = 1; n < Inbox.MAX_FOUND_EXPIRED; n++) {
            found.add(another(n));
        }

        assertThat(found.contains(LATE)).isTrue();

        found.add(another(Inbox.MAX_FOUND_EXPIRED));

        assertThat(found.contains(LATE)).isFalse();
    }

    @Test
    void keepsOnceWhatIsFoundTwice() {
        found.add(MessageKey.of(LATE));
        for (int n = 1; n < Inbox.MAX_FOUND_EXPIRED; n++) {
            found.add(another(1));
        }

        found.add(another(2));

        assertThat(found.contains(LATE)).isTrue();
    }

    @Test
    void tellsContentsOfOneIdentityApart() {
        found.add(new MessageKey(LATE.id(), MessageKey.of(LATE).digest() + 1));

        assertThat(found.contains(LATE)).isFalse();
    }

    @Test
    void hasNoMessageThatNeverExpires() {
        Message lasting = Drafts.expiring(Instant.MAX, LATE);
        found.add(MessageKey.of(lasting));

        assertThat(found.contains(lasting)).isFalse();
    }

    private static MessageKey another(int sequence) {
        return new MessageKey(new MessageId(Drafts.ORIGIN, sequence), 0);
    }
}
