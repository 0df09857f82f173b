package org.c4igateway.app;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.core.env.EnumerablePropertySource;

/** Names of the properties of a source. */
public final class PropertyNames {
    private PropertyNames() {}

    /**
     * All that have one. The framework reads a YAML file that is an empty map as one property whose name is null.
     *
     * @return in the order of the source
     */
    public static List<String> of(EnumerablePropertySource<?> source) {
        return Stream.of(source.getPropertyNames()).filter(Objects::nonNull).toList();
    }
}
