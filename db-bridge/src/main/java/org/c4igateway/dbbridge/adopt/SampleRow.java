package org.c4igateway.dbbridge.adopt;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.topics.TopicCatalogue;
import org.jspecify.annotations.Nullable;

/**
 * One row of a table as the message that it would become.
 *
 * @param key of the row, for people
 * @param topic its topic id
 * @param precedence as a word, or as it is when it is none
 * @param destinations separated by commas
 * @param payloadBytes size of the payload, -1 when there is none
 * @param subject its subject
 * @param problems why it would be refused; empty when it would be sent
 */
public record SampleRow(
        String key,
        String topic,
        String precedence,
        String destinations,
        long payloadBytes,
        String subject,
        List<String> problems) {
    /** Stands for the destinations of a row that is published. */
    static final String SUBSCRIBERS = "(subscribers)";

    private static final long MAX_PAYLOAD_BYTES = 16L << 20;

    public SampleRow {
        problems = List.copyOf(problems);
    }

    /** A row of which no message can be made at all. */
    static SampleRow unusable(String key, String problem) {
        return new SampleRow(key, "", "", "", -1, "", List.of(problem));
    }

    /** Reads topic, precedence, destinations (text with commas), size, subject, and whether it has expired. */
    static SampleRow of(String key, ResultSet row, TopicCatalogue catalogue) throws SQLException {
        List<String> problems = new ArrayList<>();
        String topic = orEmpty(row.getString(1));
        String precedence = orEmpty(row.getString(2));
        String destinations = orEmpty(row.getString(3));
        long bytes = row.getObject(4) == null ? -1 : row.getLong(4);
        if (topic.isEmpty()) {
            problems.add("no topic");
        } else if (catalogue.find(topic).isEmpty()) {
            problems.add("topic '" + topic + "' is not in the catalogue");
        }
        if (!precedence.matches("[0-3]")) {
            problems.add(precedence.isEmpty() ? "no precedence" : "precedence " + precedence + " is not 0 to 3");
        }
        List<String> names = Arrays.asList(destinations.split(",", -1));
        names.stream()
                .filter(name -> !SystemName.isValid(name) && !name.equals(SUBSCRIBERS))
                .forEach(name -> problems.add(name.isEmpty() ? "no destination" : "'" + name + "' is no system name"));
        if (bytes <= 0) {
            problems.add("no payload");
        } else if (bytes > MAX_PAYLOAD_BYTES) {
            problems.add("payload over 16 MiB");
        }
        if (row.getBoolean(6)) {
            problems.add("has expired");
        }
        String word = precedence.matches("[0-3]")
                ? Precedence.ofCode(Integer.parseInt(precedence)).name()
                : precedence;
        return new SampleRow(key, topic, word, destinations, bytes, orEmpty(row.getString(5)), problems);
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
