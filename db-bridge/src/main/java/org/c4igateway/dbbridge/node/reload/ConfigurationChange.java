package org.c4igateway.dbbridge.node.reload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.c4igateway.app.SecretMask;

/**
 * A key that has another value in a changed configuration.
 *
 * @param key as files have it
 * @param before what it was, without secrets; {@value #NOTHING} when it was not there
 * @param after what it is to be
 */
public record ConfigurationChange(String key, String before, String after) {
    static final String NOTHING = "(none)";

    /** Behind the path of a named file. */
    private static final Pattern DIGEST = Pattern.compile(" \\[[0-9a-f]{8}]$");

    /** @return the differences of two configurations, in order of keys */
    public static List<ConfigurationChange> between(SortedMap<String, String> before, SortedMap<String, String> after) {
        List<ConfigurationChange> changes = new ArrayList<>();
        TreeSet<String> keys = new TreeSet<>(before.keySet());
        keys.addAll(after.keySet());
        for (String key : keys) {
            String old = before.get(key);
            String now = after.get(key);
            if (old == null || !old.equals(now)) {
                changes.add(new ConfigurationChange(
                        key, old == null ? NOTHING : shown(key, old), now == null ? NOTHING : shown(key, now)));
            }
        }
        return changes;
    }

    /** @return whether the key was not there before */
    public boolean isNew() {
        return before.equals(NOTHING);
    }

    /** @return whether the key names the same file as before, which has another content */
    public boolean isOfContent() {
        return DIGEST.matcher(before).find()
                && DIGEST.matcher(before)
                        .replaceAll("")
                        .equals(DIGEST.matcher(after).replaceAll(""));
    }

    /** @return {@code before} with the values that the changes have in {@code after} */
    public static SortedMap<String, String> taken(
            SortedMap<String, String> before, List<ConfigurationChange> changes, Map<String, String> after) {
        TreeMap<String, String> taken = new TreeMap<>(before);
        for (ConfigurationChange change : changes) {
            String value = after.get(change.key());
            if (value == null) {
                taken.remove(change.key());
            } else {
                taken.put(change.key(), value);
            }
        }
        return taken;
    }

    /** A key may be written into the file itself. */
    private static String shown(String key, String value) {
        return value.contains("PRIVATE KEY") ? "***" : SecretMask.shown(key, value);
    }

    @Override
    public String toString() {
        return key + ": " + before + " -> " + after;
    }
}
