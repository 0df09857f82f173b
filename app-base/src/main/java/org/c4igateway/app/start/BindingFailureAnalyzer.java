package org.c4igateway.app.start;

import java.lang.invoke.MethodType;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.c4igateway.app.ConfigurationPlace;
import org.c4igateway.app.SecretMask;
import org.c4igateway.app.SpellingSuggestions;
import org.c4igateway.core.fault.ErrorCode;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

/** Prints which value does not fit its key, its place, and the accepted values. */
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
class BindingFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {
    private static final Map<Class<?>, String> KINDS = Map.ofEntries(
            Map.entry(Integer.class, "a whole number"),
            Map.entry(Long.class, "a whole number"),
            Map.entry(Short.class, "a whole number"),
            Map.entry(Double.class, "a number"),
            Map.entry(Boolean.class, "true or false"),
            Map.entry(Duration.class, "a duration such as 250ms, 5s or 1h"),
            Map.entry(DataSize.class, "a size such as 512KB or 1MB"),
            Map.entry(InetAddress.class, "an address of this machine"),
            Map.entry(Path.class, "a file"),
            Map.entry(String.class, "a text"));

    private final @Nullable Environment environment;

    BindingFailureAnalyzer(@Nullable Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        String key = cause.getName().toString();
        Class<?> type = cause.getTarget().getType().resolve(Object.class);
        ConfigurationProperty property = cause.getProperty();
        Object value = property == null ? raw(key) : property.getValue();
        String place =
                ConfigurationPlace.of(environment, key).map(p -> " (" + p + ")").orElse("");
        String kind = kind(type);
        String shown = value == null ? "" : ": '" + SecretMask.shown(key, value) + "'";
        return new FailureAnalysis(
                ErrorCode.CONFIGURATION.code() + ": " + key + shown + " is not " + kind + place,
                "Set " + key + " to " + kind + "." + suggestion(type, value),
                cause);
    }

    /** What stands where a block should be has no property of its own. */
    private @Nullable String raw(String key) {
        return environment == null ? null : environment.getProperty(key);
    }

    private static String kind(Class<?> type) {
        if (type.isEnum()) {
            return "one of " + String.join(", ", constants(type));
        }
        if (List.class.isAssignableFrom(type)) {
            return "a list, as [a, b]";
        }
        if (Map.class.isAssignableFrom(type) || type.isRecord()) {
            return "a block of keys with values";
        }
        Class<?> boxed = type.isPrimitive() ? MethodType.methodType(type).wrap().returnType() : type;
        return KINDS.getOrDefault(boxed, "a value of type " + type.getSimpleName());
    }

    private static List<String> constants(Class<?> type) {
        Object[] constants = type.getEnumConstants();
        return Stream.of(constants == null ? new Object[0] : constants)
                .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
                .toList();
    }

    private static String suggestion(Class<?> type, @Nullable Object value) {
        List<String> near =
                type.isEnum() && value != null ? SpellingSuggestions.of(value.toString(), constants(type)) : List.of();
        return near.isEmpty() ? "" : " Did you mean " + String.join(" or ", near) + "?";
    }
}
