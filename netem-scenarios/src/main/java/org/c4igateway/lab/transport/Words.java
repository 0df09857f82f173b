package org.c4igateway.lab.transport;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Words {@code KEY=VALUE} of a command line. */
public final class Words {
    private final Map<String, String> values = new LinkedHashMap<>();

    /** @throws IllegalArgumentException for a word without an equals sign */
    public static Words parse(String... words) {
        Words parsed = new Words();
        for (String word : words) {
            int equals = word.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("not KEY=VALUE: " + word);
            }
            parsed.values.put(word.substring(0, equals), word.substring(equals + 1));
        }
        return parsed;
    }

    /** Adds a word. */
    public Words with(String key, Object value) {
        values.put(key, value.toString());
        return this;
    }

    /** All of them, in the order in which they were added. */
    public List<String> list() {
        return values.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .toList();
    }

    /** @throws IllegalArgumentException when there is no such word */
    public String required(String key) {
        String value = values.get(key);
        if (value == null) {
            throw new IllegalArgumentException("missing: " + key);
        }
        return value;
    }

    public int number(String key) {
        return Integer.parseInt(required(key));
    }

    public boolean truth(String key) {
        return Boolean.parseBoolean(required(key));
    }
}
