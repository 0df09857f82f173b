package org.c4igateway.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;

/**
 * The framework's own keys, below {@code server}, {@code spring}, {@code management} and {@code logging}, as the
 * metadata of the jars on the class path names them. Keys below a map or a list of the framework are free. Where no jar
 * has metadata, all keys are taken for known.
 *
 * <p>The metadata is read on first use. It is searched as text, because parsing all of it would make each start a
 * second longer.
 */
public final class FrameworkKeys {
    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final Set<String> BLOCKS = Set.of("logging", "management", "server", "spring");
    /** Read by the framework before it knows any key, and in no metadata. */
    private static final String JSON = "spring.application.json";

    /** Sources that no operator writes for this program. */
    private static final Set<String> NOT_WRITTEN = Set.of("applicationInfo", "systemProperties");

    /** A directory of secrets may hold files of other programs, such as {@code server.key}. */
    private static final String SECRETS = "Config tree '";

    private static final String IN_JAR = "class path resource";

    private final ClassLoader classPath;
    private @Nullable Map<String, Property> properties;

    /** A key as the framework writes it, and whether any key may stand below it. */
    private record Property(String name, boolean open) {}

    /** The keys that the jars of this class path read. */
    public FrameworkKeys() {
        this(FrameworkKeys.class.getClassLoader());
    }

    FrameworkKeys(ClassLoader classPath) {
        this.classPath = classPath;
    }

    /**
     * The keys of one source that belong to the framework but that it does not read. Its own files within jars are left
     * alone.
     *
     * @return hints by key: where it stands, and the known one that is nearest
     */
    public Map<String, String> unknown(PropertySource<?> source) {
        Map<String, String> unknown = new TreeMap<>();
        if (source instanceof EnumerablePropertySource<?> enumerable
                && !source.getName().contains(IN_JAR)
                && !source.getName().startsWith(SECRETS)
                && !NOT_WRITTEN.contains(source.getName())) {
            for (String name : PropertyNames.of(enumerable)) {
                if (isOfFramework(name) && !isKnown(name)) {
                    String place = ConfigurationPlace.of(OriginLookup.getOrigin(source, name))
                            .map(found -> found + ", ")
                            .orElse("");
                    unknown.put(name, name + " (" + place + near(name) + ")");
                }
            }
        }
        return unknown;
    }

    static boolean isOfFramework(String name) {
        int end = name.indexOf('.');
        return end > 0 && BLOCKS.contains(name.substring(0, end));
    }

    boolean isKnown(String name) {
        Map<String, Property> known = properties();
        String key = canonical(name);
        if (known.isEmpty() || known.containsKey(key) || name.equals(JSON)) {
            return true;
        }
        for (int end = key.lastIndexOf('.'); end > 0; end = key.lastIndexOf('.', end - 1)) {
            Property above = known.get(key.substring(0, end));
            if (above != null) {
                return above.open();
            }
        }
        return false;
    }

    private String near(String name) {
        Set<String> names = new TreeSet<>();
        properties().values().forEach(property -> names.add(property.name()));
        Optional<String> near = SpellingSuggestions.nearest(name, names);
        return near.map(found -> "nearest: " + found).orElse("nothing reads it");
    }

    /** Either spelling, and without the index of a list or the quoted name of a map's entry. */
    private static String canonical(String name) {
        return name.replaceAll("\\[[^]]*]", "")
                .replace("-", "")
                .replace("_", "")
                .toLowerCase(Locale.ROOT);
    }

    private Map<String, Property> properties() {
        Map<String, Property> read = properties;
        if (read == null) {
            read = new TreeMap<>();
            try {
                for (URL file : Collections.list(classPath.getResources(METADATA))) {
                    try (InputStream in = file.openStream()) {
                        addAll(new String(in.readAllBytes(), StandardCharsets.UTF_8), read);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException("a jar of the framework cannot be read", e);
            }
            properties = read;
        }
        return read;
    }

    /** The part of a file that holds properties; groups come before it, hints after it. */
    private static void addAll(String metadata, Map<String, Property> read) {
        int start = metadata.indexOf("\"properties\"");
        int hints = metadata.indexOf("\"hints\"");
        int end = hints > start ? hints : metadata.length();
        List<Integer> names = new ArrayList<>();
        for (int at = metadata.indexOf("\"name\"", Math.max(0, start));
                at >= 0 && at < end;
                at = metadata.indexOf("\"name\"", at + 1)) {
            names.add(at);
        }
        for (int i = 0; i < names.size(); i++) {
            int until = i + 1 < names.size() ? names.get(i + 1) : end;
            add(metadata.substring(names.get(i), until), read);
        }
    }

    private static void add(String entry, Map<String, Property> read) {
        String name = text(entry, "name");
        boolean nobodyReads = text(entry, "level").equals("error");
        if (isOfFramework(name) && !nobodyReads) {
            read.put(canonical(name), new Property(name, text(entry, "type").startsWith("java.util.")));
        }
    }

    /** The first text of that name in JSON; empty when there is none. */
    private static String text(String json, String name) {
        int key = json.indexOf("\"" + name + "\"");
        int open = key < 0 ? -1 : json.indexOf('"', json.indexOf(':', key) + 1);
        return open < 0 ? "" : json.substring(open + 1, json.indexOf('"', open + 1));
    }
}
