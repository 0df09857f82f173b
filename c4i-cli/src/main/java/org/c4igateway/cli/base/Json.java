package org.c4igateway.cli.base;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes maps, collections, numbers, booleans, strings and null as JSON (RFC 8259), on one line. A library would take
 * longer to load than most commands to run; see ADR 55.
 */
public final class Json {
    private Json() {}

    public static String write(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(entry -> quote(String.valueOf(entry.getKey())) + ":" + write(entry.getValue()))
                        .collect(Collectors.joining(",", "{", "}"));
            case Collection<?> items -> items.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
            case Double number when !Double.isFinite(number) -> "null";
            case Number number -> number.toString();
            case Boolean truth -> truth.toString();
            default -> quote(value.toString());
        };
    }

    private static String quote(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> quoted.append('\\').append(c);
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (c < ' ' || (Character.isSurrogate(c) && !isPaired(text, i))) {
                        quoted.append(String.format("\\u%04x", (int) c));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }

    private static boolean isPaired(String text, int at) {
        char c = text.charAt(at);
        return Character.isHighSurrogate(c)
                ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
                : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
    }
}
