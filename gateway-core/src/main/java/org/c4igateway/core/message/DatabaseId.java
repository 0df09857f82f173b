package org.c4igateway.core.message;

import java.util.Objects;
import java.util.UUID;

/**
 * Which interface database a system works on. Made with the schema: a restored backup and a copy keep it, a new
 * database of the same system has another one. Two nodes of one system with different ids give the same numbers to
 * different messages.
 *
 * @param value as in {@code c4i.database_identity}
 */
public record DatabaseId(UUID value) {
    public DatabaseId {
        Objects.requireNonNull(value);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
