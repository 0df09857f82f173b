package org.c4igateway.app;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.SystemEnvironmentOrigin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.Environment;
import org.springframework.core.io.Resource;

/** Place of a configuration value, in the usual form: {@code /etc/c4i/alpha.yaml:12:15}. */
public final class ConfigurationPlace {
    private ConfigurationPlace() {}

    /**
     * Where the key stands, or the first key below it; else the block where it should stand; else the files that were
     * read, since it is missing there.
     */
    public static Optional<String> of(@Nullable Environment environment, String key) {
        if (environment == null) {
            return Optional.empty();
        }
        ConfigurationPropertyName name = ConfigurationPropertyName.adapt(key, '.');
        while (name.getNumberOfElements() > 1) {
            for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
                Optional<String> found = within(source, name).flatMap(property -> of(property.getOrigin()));
                if (found.isPresent()) {
                    return found;
                }
            }
            name = name.getParent();
        }
        return files(environment);
    }

    private static Optional<ConfigurationProperty> within(
            ConfigurationPropertySource source, ConfigurationPropertyName name) {
        ConfigurationProperty exact = source.getConfigurationProperty(name);
        if (exact != null || !(source instanceof IterableConfigurationPropertySource iterable)) {
            return Optional.ofNullable(exact);
        }
        return iterable.stream().filter(name::isAncestorOf).findFirst().map(source::getConfigurationProperty);
    }

    private static Optional<String> files(Environment environment) {
        String named = environment.getProperty("spring.config.additional-location", "");
        return named.isEmpty() ? Optional.empty() : Optional.of(withoutScheme(named));
    }

    /** What an origin says. */
    public static Optional<String> of(@Nullable Origin origin) {
        return switch (origin) {
            case null -> Optional.empty();
            case TextResourceOrigin text -> Optional.of(text(text));
            case SystemEnvironmentOrigin variable -> Optional.of("environment variable " + variable.getProperty());
            case PropertySourceOrigin other when other.getOrigin() != null -> of(other.getOrigin());
            case PropertySourceOrigin other
            when other.getPropertySource().getName().equals("commandLineArgs") -> Optional.of("command line");
            case Origin other -> Optional.of(other.toString());
        };
    }

    private static String text(TextResourceOrigin origin) {
        TextResourceOrigin.Location location = origin.getLocation();
        String lineAndColumn =
                location == null ? "" : ":" + (location.getLine() + 1) + ":" + (location.getColumn() + 1);
        return file(origin.getResource()) + lineAndColumn;
    }

    private static String file(@Nullable Resource resource) {
        if (resource == null) {
            return "configuration";
        }
        try {
            return resource.getFile().toString();
        } catch (IOException e) {
            return resource.getDescription();
        }
    }

    private static String withoutScheme(String locations) {
        return Arrays.stream(locations.split(",", -1))
                .map(location -> location.replaceFirst("^file:(//)?", ""))
                .collect(Collectors.joining(", "));
    }
}
