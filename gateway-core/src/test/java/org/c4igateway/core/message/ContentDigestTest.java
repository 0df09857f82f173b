package org.c4igateway.core.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContentDigestTest {
    private static final Instant CREATED = Instant.parse("2026-11-21T12:34:56.123456Z");
    private static final Message MESSAGE = message("S201", CREATED, Instant.MAX, "label", "subject", "payload");

    @Test
    void differsForEachFieldOfTheContent() {
        Set<Long> digests = new HashSet<>();
        List<Message> all = List.of(
                MESSAGE,
                message("S202", CREATED, Instant.MAX, "label", "subject", "payload"),
                message("S201", CREATED.plusNanos(1_000), Instant.MAX, "label", "subject", "payload"),
                message("S201", CREATED, CREATED.plusSeconds(1), "label", "subject", "payload"),
                message("S201", CREATED, Instant.MAX, "labels", "ubject", "payload"),
                message("S201", CREATED, Instant.MAX, "label", "subjec", "tpayload"),
                message("S201", CREATED, Instant.MAX, "label", "subject", "payloae"));
        all.forEach(message -> digests.add(ContentDigest.of(message)));

        assertThat(digests).hasSize(all.size());
    }

    /** Computed by another program from the form that the class describes: databases and peers keep these numbers. */
    @ParameterizedTest
    @CsvSource({
        "2026-11-21T12:34:56.123456Z, +1000000000-12-31T23:59:59.999999999Z, 445eb03530a6c014",
        "2026-11-21T12:34:56.123456789Z, 2026-11-21T12:34:57.000001Z, a63d0537e9b0725a",
        "1969-12-31T23:59:59.5Z, -1000000000-01-01T00:00:00Z, 10f66ddb3f5a61d0",
        "+287168-08-24T16:00:00Z, +1000000000-12-31T23:59:59.999999999Z, bdb1ce23eed2f22e",
        "+287168-08-24T16:00:01Z, +1000000000-12-31T23:59:59.999999999Z, 61b8b893d7fe6a95",
        "-283229-05-10T08:00:00Z, +1000000000-12-31T23:59:59.999999999Z, 4140f938bd99cce1",
        "-283229-05-10T07:59:59Z, +1000000000-12-31T23:59:59.999999999Z, a467578626cb884b"
    })
    void staysTheSameNumber(Instant created, Instant expires, String digest) {
        Message message = message("S201", created, expires, "label", "subject", "payload");

        assertThat(HexFormat.of().toHexDigits(ContentDigest.of(message))).isEqualTo(digest);
    }

    @Test
    void isEqualForEachTransmission() {
        assertThat(ContentDigest.of(MESSAGE.to(List.of(new SystemName("C"), new SystemName("D")))))
                .isEqualTo(ContentDigest.of(MESSAGE));
        Message anotherNumber = new Message(
                new MessageId(new SystemName("A"), 9),
                MESSAGE.topicId(),
                MESSAGE.precedence(),
                MESSAGE.destinations(),
                MESSAGE.createdAt(),
                MESSAGE.expiresAt(),
                MESSAGE.label(),
                MESSAGE.subject(),
                MESSAGE.payload());
        assertThat(ContentDigest.of(anotherNumber)).isEqualTo(ContentDigest.of(MESSAGE));
    }

    @Test
    void takesAnExpiryThatDdsCannotCarryForNone() {
        assertThat(ContentDigest.of(
                        message("S201", CREATED, Instant.parse("2300-01-01T00:00:00Z"), "label", "subject", "payload")))
                .isEqualTo(ContentDigest.of(MESSAGE));
        assertThat(ContentDigest.of(message(
                        "S201", CREATED, Instant.parse("2262-04-11T23:47:16.854775Z"), "label", "subject", "payload")))
                .isNotEqualTo(ContentDigest.of(MESSAGE));
    }

    @Test
    void readsWhateverAPeerSends() {
        assertThatCode(() -> {
                    ContentDigest.of(message("\ud800\0", Instant.MIN, Instant.MIN, "", "", ""));
                    ContentDigest.of(message("", Instant.MAX, Instant.EPOCH, "", "", ""));
                })
                .doesNotThrowAnyException();
    }

    private static Message message(
            String topic, Instant created, Instant expires, String label, String subject, String payload) {
        return new Message(
                new MessageId(new SystemName("A"), 7),
                topic,
                Precedence.ROUTINE,
                List.of(new SystemName("B")),
                created,
                expires,
                label,
                subject,
                payload.getBytes(StandardCharsets.UTF_8));
    }
}
