package org.c4igateway.app;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.ConfigurationPropertiesBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;

/**
 * Refuses keys below {@code c4i} that no configuration record knows, so that a typing error does not silently leave a
 * default. The known keys are the components of the records bound in the context, also within lists and maps; a map takes any key. The keys of a transport
 * that is switched off explicitly are left alone: its record is not bound.
 */
public final class ConfigurationKeys {
    private static final String ROOT = "c4i.";
    private static final Set<String> BESIDE_RECORDS =
            Set.of("c4i.failpoint", "c4i.home", "c4i.dist", "c4i.interactive");
    private static final Pattern OF_TRANSPORT = Pattern.compile("(c4i\\.transports\\.[^.]+\\.).+");
    private static final Pattern MAP_KEY = Pattern.compile("\\[[^]]*]|\\.[^.\\[]+");

    private final String reference;
    private final List<Pattern> known = new ArrayList<>();
    private final Set<String> names = new TreeSet<>();

    /**
     * @param context with all configuration records bound
     * @param reference where people find the keys
     */
    public ConfigurationKeys(ConfigurableApplicationContext context, String reference) {
        this.reference = reference;
        // Binds all of them, so that a wrong value is told as such: getAll leaves out what does not bind.
        context.getBeansWithAnnotation(ConfigurationProperties.class);
        ConfigurationPropertiesBean.getAll(context).values().forEach(bean -> {
            String prefix = bean.getAnnotation().prefix();
            prefix = prefix.isEmpty() ? bean.getAnnotation().value() : prefix;
            Class<?> type = bean.asBindTarget().getType().resolve(Object.class);
            if ((prefix + ".").startsWith(ROOT) && type.isRecord()) {
                addRecord(prefix, type);
            }
        });
    }

    /** @throws GatewayException.Fatal naming every unknown key, and the known one that is nearest */
    public void requireKnown(ConfigurableApplicationContext context) {
        Set<String> unknown = new TreeSet<>();
        for (PropertySource<?> source : context.getEnvironment().getPropertySources()) {
            if (source instanceof EnumerablePropertySource<?> enumerable && isFile(source)) {
                for (String name : enumerable.getPropertyNames()) {
                    // A YAML file that holds an empty map has one property without a name.
                    if (name != null && name.startsWith(ROOT) && !isKnown(name) && !isSwitchedOff(name, context)) {
                        unknown.add(name);
                    }
                }
            }
        }
        if (!unknown.isEmpty()) {
            List<String> hints = unknown.stream()
                    .map(key -> key + " (nearest: " + nearest(key) + ")")
                    .toList();
            throw new GatewayException.Fatal(
                    ErrorCode.CONFIGURATION,
                    "unknown configuration keys: " + String.join(", ", hints),
                    "Correct them; " + reference + " lists all keys.",
                    null);
        }
    }

    boolean isKnown(String name) {
        return BESIDE_RECORDS.contains(name)
                || known.stream().anyMatch(pattern -> pattern.matcher(name).matches());
    }

    private static boolean isSwitchedOff(String name, ConfigurableApplicationContext context) {
        Matcher transport = OF_TRANSPORT.matcher(name);
        return transport.matches()
                && "false".equalsIgnoreCase(context.getEnvironment().getProperty(transport.group(1) + "enabled"));
    }

    /** Command line, files and the system's own properties; not the environment, whose names are not spelled that way. */
    private static boolean isFile(PropertySource<?> source) {
        return !source.getName().contains("systemEnvironment")
                && !source.getName().equals("configurationProperties");
    }

    private void addRecord(String prefix, Class<?> type) {
        addRecord(prefix, Pattern.quote(prefix), type);
        addName(prefix + ".enabled", Pattern.quote(prefix + ".enabled"));
    }

    private void addRecord(String name, String pattern, Class<?> type) {
        for (RecordComponent component : type.getRecordComponents()) {
            String kebab = kebab(component.getName());
            String key = "(?:" + Pattern.quote(kebab) + "|" + Pattern.quote(component.getName()) + ")";
            add(name + "." + kebab, pattern + "\\." + key, component);
        }
    }

    private void add(String name, String pattern, RecordComponent component) {
        Class<?> type = component.getType();
        if (type.isRecord()) {
            addRecord(name, pattern, type);
        } else if (Map.class.isAssignableFrom(type)) {
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

    private String nearest(String key) {
        String best = "none";
        int bestDistance = Integer.MAX_VALUE;
        for (String name : names) {
            int distance = distance(key, name);
            if (distance < bestDistance) {
                best = name;
                bestDistance = distance;
            }
        }
        return best;
    }

    private static String kebab(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    /** Levenshtein distance. */
    private static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
