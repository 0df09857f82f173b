package org.c4igateway.dds.api.sample;

import java.util.List;

/**
 * Key of an instance: its key members in IDL order, an octet as decimal digits.
 *
 * @param parts one for each key member
 */
public record InstanceKey(List<String> parts) {
    public InstanceKey {
        parts = List.copyOf(parts);
    }

    @Override
    public String toString() {
        return String.join("/", parts);
    }
}
