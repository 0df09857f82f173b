package org.c4igateway.core.message;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import org.c4igateway.topics.Sha256;

/**
 * Digest of a message's content in eight bytes. It is equal for every transmission of one row, over any transport and
 * across the WAN, and different for another row with the same identity. The first eight bytes of SHA-256 over
 *
 * <pre>
 *  topic id 0 precedence 0 created 0 expires 0 label 0 subject 0 payload
 *  texts in UTF-8; precedence as its number; times in microseconds since 1970, in decimal; expires empty: never
 * </pre>
 *
 * <p>The digest includes times, so that the same text submitted twice is two messages. It excludes destinations,
 * because they differ between transmissions. An expiry after the year 2262 (64 bits of nanoseconds) counts as none,
 * because DDS carries it so. The function {@code c4i.content_digest} computes the same in SQL.
 */
public final class ContentDigest {
    /** The last microsecond that 64 bits of nanoseconds can hold. */
    private static final Instant LAST_EXPIRY = Instant.parse("2262-04-11T23:47:16.854775Z");
    /** Seconds whose microseconds are sure to fit 64 bits. */
    private static final long MAX_SECONDS = 9_000_000_000_000L;

    private static final byte END = 0;

    private ContentDigest() {}

    /** @return the digest of {@code message}; never throws for what is in it */
    public static long of(Message message) {
        MessageDigest sha = Sha256.begin();
        add(sha, message.topicId());
        add(sha, Integer.toString(message.precedence().code()));
        add(sha, micros(message.createdAt()));
        add(sha, expiry(message.expiresAt()));
        add(sha, message.label());
        add(sha, message.subject());
        return ByteBuffer.wrap(sha.digest(message.payload())).getLong();
    }

    private static void add(MessageDigest sha, String text) {
        sha.update(text.getBytes(StandardCharsets.UTF_8));
        sha.update(END);
    }

    private static String expiry(Instant expiresAt) {
        if (expiresAt.equals(Instant.MIN)) {
            return "-";
        }
        return expiresAt.truncatedTo(ChronoUnit.MICROS).isAfter(LAST_EXPIRY) ? "" : micros(expiresAt);
    }

    private static String micros(Instant time) {
        if (Math.abs(time.getEpochSecond()) > MAX_SECONDS) {
            return time.toString();
        }
        long micros = TimeUnit.SECONDS.toMicros(time.getEpochSecond()) + TimeUnit.NANOSECONDS.toMicros(time.getNano());
        return Long.toString(micros);
    }
}
