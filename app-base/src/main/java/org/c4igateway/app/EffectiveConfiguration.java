package org.c4igateway.app;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/**
 * The effective configuration of an application in the form of its file: every key of the bound records, with defaults,
 * and the other keys of the file. References to variables stay references. A clear-text secret in the file becomes a
 * reference. A secret from another source is left out, because it comes from there again. Keys of disabled parts are
 * left out.
 */
public final class EffectiveConfiguration {
    private static final String ROOT = "c4i";
    private static final String OF_FILE = "Config resource 'file [";

    private final ConfigurableEnvironment environment;
    private final Map<String, Object> tree = new LinkedHashMap<>();
    private final Map<String, String> replaced = new TreeMap<>();

    private EffectiveConfiguration(ConfigurableEnvironment environment) {
        this.environment = environment;
    }

    /** @param context refreshed; looked at now only */
    public static EffectiveConfiguration of(ConfigurableApplicationContext context) {
        EffectiveConfiguration all = new EffectiveConfiguration(context.getEnvironment());
        Map<String, List<Record>> records = new TreeMap<>();
        context.getBeansWithAnnotation(ConfigurationProperties.class).forEach((name, bean) -> {
            ConfigurationProperties annotation = context.findAnnotationOnBean(name, ConfigurationProperties.class);
            if (annotation != null && bean instanceof Record record) {
                records.computeIfAbsent(annotation.value(), prefix -> new ArrayList<>())
                        .add(record);
            }
        });
        records.forEach((prefix, several) -> several.stream()
                .sorted(Comparator.comparingInt(EffectiveConfiguration::size).reversed())
                .forEach(record -> all.addRecord(prefix, record)));
        all.addOthers();
        return all;
    }

    /** @return a file that means the same */
    public String yaml() {
        DumperOptions options = new DumperOptions();
        options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        return new Yaml(options).dump(tree);
    }

    /** @return names of variables by the key whose secret stood in the file in clear */
    public Map<String, String> replaced() {
        return Map.copyOf(replaced);
    }

    private static int size(Record record) {
        return record.getClass().getRecordComponents().length;
    }

    private void addRecord(String prefix, Record record) {
        Map<String, Object> block = tree;
        for (String part : prefix.split("\\.", -1)) {
            block = below(block, part);
        }
        String enabled = environment.getProperty(prefix + ".enabled");
        if (enabled != null) {
            block.put("enabled", Boolean.valueOf(enabled));
        }
        block.putAll(fields(prefix, record));
    }

    @SuppressWarnings("unchecked") // blocks are made here only
    private static Map<String, Object> below(Map<String, Object> block, String name) {
        return (Map<String, Object>) block.computeIfAbsent(name, absent -> new LinkedHashMap<String, Object>());
    }

    private Map<String, Object> fields(String prefix, Record record) {
        Map<String, Object> fields = new LinkedHashMap<>();
        Map<String, String> renamed = ConfigurationKeys.renamed(record.getClass());
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            String own = component.getName();
            String name = renamed.getOrDefault(own, ConfigurationKeys.kebab(own));
            Object value = written(prefix + "." + name, value(component, record));
            if (value != null) {
                fields.put(name, value);
            }
        }
        return fields;
    }

    static @Nullable Object value(RecordComponent component, Record record) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(component.toString(), e);
        }
    }

    /** The value in the form of a file; null when there is none. */
    private @Nullable Object written(String key, @Nullable Object value) {
        String reference = reference(key);
        if (reference != null) {
            return reference;
        }
        return switch (value) {
            case null -> null;
            case Optional<?> optional -> written(key, optional.orElse(null));
            case Record record -> emptyToNull(fields(key, record));
            case Map<?, ?> map -> emptyToNull(entries(key, map));
            case List<?> list -> list.isEmpty() ? null : elements(key, list);
            default -> SecretMask.isSecret(key, value) ? secret(key, value.toString()) : ValueText.of(value);
        };
    }

    private static @Nullable Object emptyToNull(Map<String, Object> block) {
        return block.isEmpty() ? null : block;
    }

    private Map<String, Object> entries(String key, Map<?, ?> map) {
        Map<String, Object> entries = new TreeMap<>();
        map.forEach((name, value) -> {
            String shown = String.valueOf(name).matches("[A-Za-z0-9-]+") ? String.valueOf(name) : "[" + name + "]";
            Object said = written(key + "." + shown, value);
            if (said != null) {
                entries.put(shown, said);
            }
        });
        return entries;
    }

    private List<Object> elements(String key, List<?> list) {
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            Object said = written(key + "[" + i + "]", list.get(i));
            if (said != null) {
                elements.add(said);
            }
        }
        return elements;
    }

    /** What stands there when it refers to variables. */
    private @Nullable String reference(String key) {
        ConfigurationProperty property = property(key);
        return property != null
                        && property.getValue() instanceof CharSequence text
                        && text.toString().contains("${")
                ? text.toString()
                : null;
    }

    private @Nullable String secret(String key, String value) {
        ConfigurationProperty property = property(key);
        if (value.isEmpty() || property == null || !isFile(property)) {
            return null;
        }
        String before = replaced.get(key);
        String variable = before == null ? SecretVariable.name(key, replaced.values()) : before;
        replaced.put(key, variable);
        return "${" + variable + "}";
    }

    private @Nullable ConfigurationProperty property(String key) {
        ConfigurationPropertyName name = ConfigurationPropertyName.adapt(key, '.');
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            ConfigurationProperty property = source.getConfigurationProperty(name);
            if (property != null) {
                return property;
            }
        }
        return null;
    }

    private static boolean isFile(ConfigurationProperty property) {
        ConfigurationPropertySource source = property.getSource();
        return source != null && source.getUnderlyingSource() instanceof PropertySource<?> file && isFile(file);
    }

    private static boolean isFile(PropertySource<?> source) {
        return source.getName().startsWith(OF_FILE);
    }

    /** Keys beside those of the records, as the file says them; the product's own defaults stay where they are. */
    private void addOthers() {
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (isFile(source) && source instanceof EnumerablePropertySource<?> file) {
                for (String name : PropertyNames.of(file)) {
                    Object said = name.startsWith(ROOT + ".") ? null : written(name, file.getProperty(name));
                    if (said != null) {
                        tree.putIfAbsent(name, said);
                    }
                }
            }
        }
    }
}
