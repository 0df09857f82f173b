package org.c4igateway.dds.transport;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.c4igateway.core.message.SystemName;

/** Systems from which messages came, up to a bound. Safe for any thread. */
final class ForeignOrigins {
    private static final int MAX_ORIGINS = 1_024;

    private final Set<SystemName> seen = ConcurrentHashMap.newKeySet();

    void add(SystemName origin) {
        if (!seen.contains(origin) && seen.size() < MAX_ORIGINS) {
            seen.add(origin);
        }
    }

    boolean contains(SystemName origin) {
        return seen.contains(origin);
    }
}
