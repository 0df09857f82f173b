package org.c4igateway.dbbridge.inbox;

import java.time.Instant;
import java.util.Optional;
import org.c4igateway.core.message.Message;
import org.c4igateway.dbbridge.jdbc.StorableText;

/** Whether the fields around a payload, written by a peer that may be hostile, fit the inbox. */
final class Envelope {
    private static final int LONGEST_TOPIC_ID = 64;
    private static final int LONGEST_LABEL = 256;
    private static final int LONGEST_SUBJECT = 128;
    private static final int MAX_DESTINATIONS = 256;
    /** Well inside the range of {@code timestamptz} (PostgreSQL manual, 8.5). */
    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");

    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    private Envelope() {}

    /** @return what is wrong with it, or nothing */
    static Optional<String> flawOf(Message message) {
        if (!fits(message.topicId(), LONGEST_TOPIC_ID)) {
            return Optional.of("topic id is longer than 64 characters or cannot be stored as text");
        }
        if (!fits(message.label(), LONGEST_LABEL)) {
            return Optional.of("label is longer than 256 characters or cannot be stored as text");
        }
        if (!fits(message.subject(), LONGEST_SUBJECT)) {
            return Optional.of("subject is longer than 128 characters or cannot be stored as text");
        }
        if (message.destinations().size() > MAX_DESTINATIONS) {
            return Optional.of("more than 256 destinations");
        }
        if (!isInRange(message.createdAt())
                || (!message.expiresAt().equals(Instant.MAX) && !isInRange(message.expiresAt()))) {
            return Optional.of("a time is before year 1 or after year 9999");
        }
        return Optional.empty();
    }

    private static boolean fits(String text, int longest) {
        return text.length() <= longest && StorableText.isStorable(text);
    }

    private static boolean isInRange(Instant time) {
        return !time.isBefore(EARLIEST) && !time.isAfter(LATEST);
    }
}
