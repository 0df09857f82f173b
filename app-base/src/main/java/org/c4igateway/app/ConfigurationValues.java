package org.c4igateway.app;

import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;

/**
 * The configuration of an application key by key, to be compared with another one: every key of the bound records, with
 * defaults, and the other keys of its files. References are resolved, secrets are there in clear: it is
 * not for printing. Immutable.
 */
public final class ConfigurationValues {
    private static final String ROOT = "c4i.";
    private static final Pattern FILE = Pattern.compile("(?:file \\[|Config tree ')([^]']+)[]']");
    private static final String SCHEME = "file:";

    /** A key below a bundle of keys and certificates: the bundle, and its name. */
    private static final Pattern BUNDLE = Pattern.compile("(spring\\.ssl\\.bundle\\.[^.]+\\.([^.]+))\\.");

    private static final List<String> SERVERS = List.of("server.ssl.bundle", "management.server.ssl.bundle");

    private final SortedMap<String, String> values = new TreeMap<>();
    private final SortedMap<String, Path> named = new TreeMap<>();
    private final Set<Path> sources = new LinkedHashSet<>();

    private ConfigurationValues() {}

    /** @param context refreshed; looked at now only */
    public static ConfigurationValues of(ConfigurableApplicationContext context) {
        ConfigurationValues all = new ConfigurationValues();
        context.getBeansWithAnnotation(ConfigurationProperties.class).forEach((name, bean) -> {
            ConfigurationProperties annotation = context.findAnnotationOnBean(name, ConfigurationProperties.class);
            if (annotation != null && bean instanceof Record record && (annotation.value() + ".").startsWith(ROOT)) {
                all.add(annotation.value(), record);
            }
        });
        all.addOthers(context.getEnvironment());
        return all;
    }

    /** @return values by key, in order of keys; a file has its path */
    public SortedMap<String, String> values() {
        return Collections.unmodifiableSortedMap(values);
    }

    /** @return files and directories that keys name, by key */
    public SortedMap<String, Path> named() {
        return Collections.unmodifiableSortedMap(named);
    }

    /** @return files of the configuration, and directories of secrets */
    public Set<Path> sources() {
        return Collections.unmodifiableSet(sources);
    }

    /**
     * @return the files of a configuration that may not be accepted, and what its keys name as a file, there or not
     */
    public static Set<Path> files(ConfigurableEnvironment environment) {
        Set<Path> files = new LinkedHashSet<>();
        for (PropertySource<?> source : environment.getPropertySources()) {
            Matcher file = FILE.matcher(source.getName());
            if (file.find() && source instanceof EnumerablePropertySource<?> enumerable) {
                files.add(Path.of(file.group(1)).toAbsolutePath());
                for (String name : PropertyNames.of(enumerable)) {
                    path(enumerable.getProperty(name)).ifPresent(files::add);
                }
            }
        }
        return files;
    }

    private static Optional<Path> path(@Nullable Object value) {
        String text = String.valueOf(value);
        String path = text.startsWith(SCHEME) ? text.substring(SCHEME.length()) : text;
        try {
            boolean named = path.matches("\\.{0,2}/[^\n]+") || (path.contains("/") && Files.exists(Path.of(path)));
            return named ? Optional.of(Path.of(path)) : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private void add(String key, @Nullable Object value) {
        switch (value) {
            case null -> {}
            case Optional<?> optional -> add(key, optional.orElse(null));
            case Record record -> addRecord(key, record);
            case Map<?, ?> map -> map.forEach((name, entry) -> add(key + "." + name, entry));
            case List<?> list -> addList(key, list);
            case Path path -> addFile(key, path);
            default -> addText(key, ValueText.of(value).toString());
        }
    }

    private void addRecord(String key, Record record) {
        Map<String, String> renamed = ConfigurationKeys.renamed(record.getClass());
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            String own = component.getName();
            add(
                    key + "." + renamed.getOrDefault(own, ConfigurationKeys.kebab(own)),
                    EffectiveConfiguration.value(component, record));
        }
    }

    private void addList(String key, List<?> list) {
        for (int i = 0; i < list.size(); i++) {
            add(key + "[" + i + "]", list.get(i));
        }
    }

    private void addText(String key, String text) {
        Optional<Path> file = path(text).filter(Files::isRegularFile);
        if (file.isPresent()) {
            addFile(key, file.get());
        } else {
            values.put(key, text);
        }
    }

    private void addFile(String key, Path path) {
        values.put(key, path.toString());
        named.put(key, path);
    }

    /** The web server takes over what changes in the files of such a bundle: their content is no difference. */
    private static boolean isReadAgain(String key, ConfigurableEnvironment environment) {
        Matcher bundle = BUNDLE.matcher(key);
        return bundle.lookingAt()
                && SERVERS.stream().anyMatch(server -> bundle.group(2).equals(environment.getProperty(server)))
                && environment.getProperty(bundle.group(1) + ".reload-on-update", Boolean.class, false);
    }

    /** Keys of the framework, as the files say them. The product's own defaults are the same in each configuration. */
    private void addOthers(ConfigurableEnvironment environment) {
        for (PropertySource<?> source : environment.getPropertySources()) {
            Matcher file = FILE.matcher(source.getName());
            if (file.find() && source instanceof EnumerablePropertySource<?> enumerable) {
                sources.add(Path.of(file.group(1)).toAbsolutePath());
                for (String name : PropertyNames.of(enumerable)) {
                    if (FrameworkKeys.isOfFramework(name) && !values.containsKey(name)) {
                        String text = environment.resolvePlaceholders(String.valueOf(enumerable.getProperty(name)));
                        if (isReadAgain(name, environment)) {
                            values.put(name, text);
                        } else {
                            addText(name, text);
                        }
                    }
                }
            }
        }
    }
}
