package org.c4igateway.wan.app;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.c4igateway.app.ValueText;
import org.jspecify.annotations.Nullable;

/** Differences of two configurations, key by key. */
public final class WanDifference {
    private WanDifference() {}

    /** @return a line {@code key: old -> new} for each key that differs, in order of keys; {@code (none)} for absent */
    public static List<String> lines(WanProperties before, WanProperties after) {
        Map<String, String> old = flat(before);
        Map<String, String> now = flat(after);
        List<String> lines = new ArrayList<>();
        TreeSet<String> keys = new TreeSet<>(old.keySet());
        keys.addAll(now.keySet());
        for (String key : keys) {
            String left = old.getOrDefault(key, "(none)");
            String right = now.getOrDefault(key, "(none)");
            if (!left.equals(right)) {
                lines.add(key + ": " + left + " -> " + right);
            }
        }
        return lines;
    }

    /** @return every key with its value, defaults included, in order of keys */
    public static Map<String, String> flat(WanProperties properties) {
        Map<String, String> values = new TreeMap<>();
        flatten(WanProperties.PREFIX, properties, values);
        return values;
    }

    private static void flatten(String key, @Nullable Object value, Map<String, String> into) {
        if (value instanceof Record record) {
            for (RecordComponent component : record.getClass().getRecordComponents()) {
                flatten(key + "." + kebab(component.getName()), get(component, record), into);
            }
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((name, entry) -> flatten(key + "." + name, entry, into));
        } else if (value instanceof Collection<?> list) {
            into.put(key, list.toString());
        } else if (value != null) {
            into.put(
                    key, key.endsWith(".password") ? "***" : ValueText.of(value).toString());
        }
    }

    private static @Nullable Object get(RecordComponent component, Record record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a public record has public accessors: " + component, e);
        }
    }

    private static String kebab(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(java.util.Locale.ROOT);
    }
}
