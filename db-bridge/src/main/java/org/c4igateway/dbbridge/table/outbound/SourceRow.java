package org.c4igateway.dbbridge.table.outbound;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.adopt.OutboundMapping;
import org.jspecify.annotations.Nullable;

/**
 * One row of a table elsewhere as the message that it is. Does not copy the payload.
 *
 * @param key of the row as one text
 * @param watermark its watermark, 0 without one
 * @param topic topic id
 * @param precedence code
 * @param destinations separated by commas
 * @param payload in the encoding of the node's edge; empty when there is none
 * @param expiresAt null means never
 * @param label classification
 * @param subject what it is about
 * @param problem why it cannot be a message; empty when it can
 */
public record SourceRow(
        String key,
        long watermark,
        String topic,
        int precedence,
        String destinations,
        byte[] payload,
        @Nullable Instant expiresAt,
        String label,
        String subject,
        String problem) {
    /** Why a row without a watermark is not taken: it would be passed over when it gets one. */
    static final String NO_WATERMARK = "the watermark of a row is null";

    private static final int MAX_PAYLOAD_BYTES = 16 << 20;
    private static final int MAX_DESTINATIONS = 256;

    /** Reads topic, precedence, destinations, payload, expiry in seconds, label, subject, watermark, and the key. */
    public static SourceRow read(ResultSet row, OutboundMapping mapping, Charset edge) throws SQLException {
        List<String> problems = new ArrayList<>();
        String topic = text(row, 1);
        String urgency = text(row, 2);
        if (!urgency.matches("[0-3]")) {
            problems.add("precedence '" + urgency + "' is not 0 to 3");
        }
        int precedence = urgency.matches("[0-3]") ? Integer.parseInt(urgency) : 0;
        String destinations = text(row, 3).replaceAll("[{} ]", "");
        byte[] payload = payload(row, 4, mapping.payloadIsText(), edge, problems);
        String expiry = text(row, 5);
        if (!expiry.isEmpty() && !expiry.matches("\\d{1,11}(\\.\\d+)?")) {
            problems.add("expires-at '" + expiry + "' is no number of seconds");
        }
        String label = text(row, 6);
        String subject = text(row, 7);
        judge(topic, label, subject, problems);
        if (!mapping.publishes()) {
            judge(destinations, problems);
        }
        int keyColumns = mapping.key().size();
        if (!KeyColumns.isWhole(row, 9, keyColumns)) {
            problems.add(Place.NO_KEY);
        }
        long watermark = row.getLong(8);
        if (row.wasNull()) {
            throw new SQLException(NO_WATERMARK, "22004");
        }
        return new SourceRow(
                KeyColumns.text(row, 9, keyColumns),
                watermark,
                topic,
                precedence,
                destinations,
                payload,
                problems.isEmpty() && !expiry.isEmpty() ? instant(expiry) : null,
                label,
                subject,
                String.join("; ", problems));
    }

    private static Instant instant(String seconds) {
        return Instant.ofEpochMilli(new BigDecimal(seconds)
                .movePointRight(3)
                .setScale(0, RoundingMode.DOWN)
                .longValueExact());
    }

    /** @return the same, which the interface database refuses */
    SourceRow refused(String reason) {
        return new SourceRow(
                key, watermark, topic, precedence, destinations, payload, expiresAt, label, subject, reason);
    }

    /** @return a row of which an expression fails, with what is known of it */
    static SourceRow unreadable(String key, long watermark, byte[] payload, String reason) {
        return new SourceRow(key, watermark, "", 0, "", payload, null, "", "", reason);
    }

    private static void judge(String topic, String label, String subject, List<String> problems) {
        if (topic.isEmpty() || topic.length() > 64) {
            problems.add("topic '" + topic + "' does not have 1 to 64 characters");
        }
        if (label.length() > 256 || subject.length() > 128) {
            problems.add("label or subject is longer than 256 or 128 characters");
        }
        if ((topic + label + subject).indexOf(0) >= 0) {
            problems.add("a NUL in a text");
        }
    }

    private static void judge(String destinations, List<String> problems) {
        String[] names = destinations.split(",", -1);
        if (names.length > MAX_DESTINATIONS) {
            problems.add("more than " + MAX_DESTINATIONS + " destinations");
        }
        Arrays.stream(names)
                .filter(name -> !SystemName.isValid(name))
                .findFirst()
                .ifPresent(name -> problems.add("destination '" + name + "' is no system name"));
    }

    /** Reads the payload from that column; what is wrong with it is added to the problems. */
    static byte[] payload(ResultSet row, int column, boolean isText, Charset edge, List<String> problems)
            throws SQLException {
        byte[] payload = new byte[0];
        if (!isText) {
            byte[] bytes = row.getBytes(column);
            payload = bytes == null ? payload : bytes;
        } else {
            String text = text(row, column);
            try {
                ByteBuffer encoded = edge.newEncoder().encode(CharBuffer.wrap(text));
                payload = new byte[encoded.remaining()];
                encoded.get(payload);
            } catch (CharacterCodingException e) {
                problems.add("the payload has a character that " + edge + " lacks");
            }
        }
        if (payload.length == 0 || payload.length > MAX_PAYLOAD_BYTES) {
            problems.add(payload.length == 0 ? "no payload" : "payload over 16 MiB");
        }
        return payload;
    }

    private static String text(ResultSet row, int column) throws SQLException {
        String text = row.getString(column);
        return text == null ? "" : text;
    }
}
