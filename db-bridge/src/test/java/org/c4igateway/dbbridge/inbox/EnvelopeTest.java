package org.c4igateway.dbbridge.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.junit.jupiter.api.Test;

class EnvelopeTest {
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");
    private static final String FITS = "x";

    private static Optional<String> flaw(String topic, String label, String subject, int destinations) {
        return Envelope.flawOf(message(topic, label, subject, destinations, Arrivals.CREATED, LATEST));
    }

    private static Optional<String> flaw(Instant createdAt, Instant expiresAt) {
        return Envelope.flawOf(message(FITS, FITS, FITS, 1, createdAt, expiresAt));
    }

    private static Message message(
            String topic, String label, String subject, int destinations, Instant createdAt, Instant expiresAt) {
        List<SystemName> all = Collections.nCopies(destinations, new SystemName("B"));
        MessageId id = new MessageId(new SystemName("A"), 1);
        return new Message(id, topic, Precedence.ROUTINE, all, createdAt, expiresAt, label, subject, new byte[0]);
    }

    @Test
    void takesWhatFitsTheColumns() {
        assertThat(flaw("t".repeat(64), "l".repeat(256), "s".repeat(128), 256)).isEmpty();
        assertThat(flaw(Instant.parse("0001-01-01T00:00:00Z"), LATEST)).isEmpty();
        assertThat(flaw(LATEST, Instant.MAX)).isEmpty();
    }

    @Test
    void tellsWhichFieldDoesNotFit() {
        assertThat(flaw("t".repeat(65), FITS, FITS, 1)).get().asString().startsWith("topic id");
        assertThat(flaw(FITS, "l".repeat(257), FITS, 1)).get().asString().startsWith("label");
        assertThat(flaw(FITS, FITS, "s".repeat(129), 1)).get().asString().startsWith("subject");
        assertThat(flaw(FITS, "\0", FITS, 1)).get().asString().contains("cannot be stored");
        assertThat(flaw(FITS, FITS, FITS, 257)).get().asString().contains("destinations");
    }

    @Test
    void tellsOfTimesThatTheDatabaseDoesNotHave() {
        String flaw = "a time is before year 1 or after year 9999";
        assertThat(flaw(Instant.parse("0000-12-31T23:59:59Z"), LATEST)).contains(flaw);
        assertThat(flaw(LATEST.plusSeconds(1), Instant.MAX)).contains(flaw);
        assertThat(flaw(Arrivals.CREATED, LATEST.plusSeconds(1))).contains(flaw);
    }
}
