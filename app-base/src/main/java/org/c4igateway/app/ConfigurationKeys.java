package org.c4igateway.app;

import java.lang.reflect.Constructor;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.util.PlaceholderResolutionException;

/**
 * Refuses keys below {@code c4i} that no configuration record knows, before any record is bound, so that a typing error
 * does not silently leave a default. The known keys are the components of the records of the context's
 * {@code @ConfigurationProperties}, also within lists and maps; a map takes any key. Keys of an explicitly disabled
 * part are not checked, because its record does not exist. The {@code enabled} keys themselves are checked first. Also
 * refused: values that refer to variables that are not set, keys of the framework that no jar reads, and unknown
 * top-level blocks whose name is similar to a known one.
 */
public final class ConfigurationKeys implements BeanFactoryPostProcessor, EnvironmentAware {
    private static final String ROOT = "c4i.";
    private static final Set<String> BESIDE_RECORDS = Set.of("c4i.home", "c4i.dist", "c4i.interactive");
    private static final Set<String> BLOCKS = Set.of("c4i", "server", "spring", "logging", "management");
    private static final Pattern OF_PART = Pattern.compile("(c4i\\.(?:transports\\.[^.]+|console))\\..+");
    private static final Pattern MAP_KEY = Pattern.compile("\\[[^]]*]|\\.[^.\\[]+");

    private final String reference;
    private final List<Pattern> known = new ArrayList<>();
    private final Set<String> names = new TreeSet<>();
    private final FrameworkKeys framework = new FrameworkKeys();
    private @Nullable Environment environment;

    /** @param reference where people find the keys */
    public ConfigurationKeys(String reference) {
        this.reference = reference;
    }

    @Override
    public void setEnvironment(Environment environment) {
        this.environment = environment;
    }

    /** @throws GatewayException.Fatal naming every unknown key, its place, and the known one that is nearest */
    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory factory) {
        if (!(environment instanceof ConfigurableEnvironment configurable)) {
            throw new IllegalStateException("the environment is not set");
        }
        for (String bean : factory.getBeanNamesForAnnotation(ConfigurationProperties.class)) {
            ConfigurationProperties annotation = factory.findAnnotationOnBean(bean, ConfigurationProperties.class);
            Class<?> type = factory.getType(bean, false);
            if (annotation != null && type != null && type.isRecord()) {
                String prefix = annotation.prefix().isEmpty() ? annotation.value() : annotation.prefix();
                if ((prefix + ".").startsWith(ROOT)) {
                    addRecord(prefix, type);
                }
            }
        }
        requireKnown(configurable);
    }

    private void requireKnown(ConfigurableEnvironment configured) {
        EnabledKeys enabledKeys = new EnabledKeys(configured);
        forEachName(configured, (name, source) -> {
            if (EnabledKeys.isSwitch(name)) {
                requireVariables(name, source, configured);
                enabledKeys.judge(name);
            }
        });
        enabledKeys.judgeVariables();
        enabledKeys.requireTruth();
        Map<String, String> unknown = new TreeMap<>();
        forEachName(configured, (name, source) -> {
            if (isUnknown(name, enabledKeys)) {
                unknown.putIfAbsent(name, hint(name, source));
            } else if (!enabledKeys.isOff(name)) {
                requireVariables(name, source, configured);
            }
        });
        configured.getPropertySources().stream()
                .filter(ConfigurationKeys::isFile)
                .map(framework::unknown)
                .forEach(unknown::putAll);
        if (!unknown.isEmpty()) {
            throw new GatewayException.Fatal(
                    ErrorCode.CONFIGURATION,
                    "unknown configuration keys: " + String.join(", ", unknown.values()),
                    "Correct them; " + reference + " lists all keys.",
                    null);
        }
    }

    private static void forEachName(
            ConfigurableEnvironment configured, BiConsumer<String, EnumerablePropertySource<?>> task) {
        for (PropertySource<?> source : configured.getPropertySources()) {
            if (source instanceof EnumerablePropertySource<?> enumerable && isFile(source)) {
                PropertyNames.of(enumerable).forEach(name -> task.accept(name, enumerable));
            }
        }
    }

    private boolean isUnknown(String name, EnabledKeys enabledKeys) {
        if (name.startsWith(ROOT)) {
            return !isKnown(name) && !enabledKeys.isOff(name);
        }
        String block = block(name);
        return !BLOCKS.contains(block) && !SpellingSuggestions.of(block, BLOCKS).isEmpty();
    }

    private String hint(String name, PropertySource<?> source) {
        String place = ConfigurationPlace.of(OriginLookup.getOrigin(source, name))
                .map(found -> found + ", ")
                .orElse("");
        return name + " (" + place + near(name) + ")";
    }

    private String near(String name) {
        Matcher part = OF_PART.matcher(name);
        if (part.matches() && environment != null && !environment.containsProperty(part.group(1) + ".enabled")) {
            return part.group(1) + ".enabled is not set";
        }
        String block = block(name);
        Optional<String> near = name.startsWith(ROOT)
                ? SpellingSuggestions.nearest(name, names).or(() -> SpellingSuggestions.sameEnd(name, names))
                : SpellingSuggestions.nearest(block, BLOCKS).map(found -> found + name.substring(block.length()));
        return near.map(found -> "nearest: " + found).orElse("no similar key");
    }

    /** A reference to a variable that is not set must not be used as a literal value, least of all as a password. */
    private static void requireVariables(String name, PropertySource<?> source, ConfigurableEnvironment configured) {
        if (!BLOCKS.contains(block(name)) || !(source.getProperty(name) instanceof CharSequence text)) {
            return;
        }
        try {
            var _ = configured.resolveRequiredPlaceholders(text.toString());
        } catch (PlaceholderResolutionException e) {
            String variable = e.getPlaceholder();
            throw new GatewayException.Fatal(
                            ErrorCode.CONFIGURATION,
                            name + " refers to ${" + variable + "}, which is not set",
                            "Set the environment variable " + variable + ", or put a file of that name into a directory"
                                    + " that spring.config.import: configtree:DIRECTORY/ names.",
                            e)
                    .about(name);
        }
    }

    private static String block(String name) {
        int end = name.indexOf('.');
        return end < 0 ? name : name.substring(0, end);
    }

    boolean isKnown(String name) {
        return BESIDE_RECORDS.contains(name)
                || known.stream().anyMatch(pattern -> pattern.matcher(name).matches());
    }

    /**
     * Command line, files and the system's own properties; not the environment, whose names are not spelled that way.
     */
    private static boolean isFile(PropertySource<?> source) {
        return !source.getName().contains("systemEnvironment")
                && !source.getName().equals("configurationProperties");
    }

    private void addRecord(String prefix, Class<?> type) {
        addRecord(prefix, Pattern.quote(prefix), type);
        if (prefix.startsWith(ROOT)) { // a part that may be absent
            addName(prefix + ".enabled", Pattern.quote(prefix + ".enabled"));
        }
    }

    private void addRecord(String name, String pattern, Class<?> type) {
        Map<String, String> renamed = renamed(type);
        for (RecordComponent component : type.getRecordComponents()) {
            String own = component.getName();
            String kebab = renamed.getOrDefault(own, kebab(own));
            String other = renamed.getOrDefault(own, own);
            String key = "(?:" + Pattern.quote(kebab) + "|" + Pattern.quote(other) + ")";
            add(name + "." + kebab, pattern + "\\." + key, component);
        }
    }

    /** @return keys of the components whose key is a word of the language, by name of the component */
    static Map<String, String> renamed(Class<?> type) {
        Map<String, String> renamed = new TreeMap<>();
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            for (Parameter parameter : constructor.getParameters()) {
                Name key = parameter.getAnnotation(Name.class);
                if (key != null) {
                    renamed.put(parameter.getName(), key.value());
                }
            }
        }
        return renamed;
    }

    private void add(String name, String pattern, RecordComponent component) {
        Class<?> type = component.getType();
        if (type.isRecord()) {
            known.add(Pattern.compile(pattern)); // a value for a block is refused when it is bound
            addRecord(name, pattern, type);
        } else if (Map.class.isAssignableFrom(type)) {
            known.add(Pattern.compile(pattern));
            addElements(name + ".*", pattern + "(?:" + MAP_KEY + ")", elements(component), "+");
        } else if (Iterable.class.isAssignableFrom(type)) {
            addElements(name, pattern + "(?:\\[\\d+])", elements(component), "?");
        } else {
            addName(name, pattern);
        }
    }

    private void addElements(String name, String pattern, Class<?> type, String count) {
        if (type.isRecord()) {
            addRecord(name, pattern, type);
        } else {
            addName(name, pattern + count);
        }
    }

    /** What a list or map holds; its last type argument. */
    private static Class<?> elements(RecordComponent component) {
        ResolvableType[] arguments =
                ResolvableType.forType(component.getGenericType()).getGenerics();
        return arguments.length == 0 ? Object.class : arguments[arguments.length - 1].resolve(Object.class);
    }

    private void addName(String name, String pattern) {
        names.add(name);
        known.add(Pattern.compile(pattern));
    }

    /** @return a component's name as files have it */
    static String kebab(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }
}
