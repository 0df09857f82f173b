package org.c4igateway.dds.cyclone.library;

import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/**
 * Decides which texts of the library become lines of our log: each once an hour, and at most ten an hour that differ
 * only in GUIDs, because strangers try again each second and have a new GUID at each start. When it remembers a
 * thousand kinds of texts it forgets the one that came longest ago; a text that it does not remember is always a line.
 * Any thread.
 */
final class LibraryLines {
    private static final long PAUSE_NANOS = Duration.ofHours(1).toNanos();
    private static final int MAX_OF_KIND = 10;
    private static final int MAX_KINDS = 1_000;

    /** As the library writes a GUID or its prefix: {@code 110a1b2:c3d4e5f6:7:1c1}. */
    private static final Pattern GUID = Pattern.compile("[0-9a-f]{1,8}(:[0-9a-f]{1,8})+");

    private final LongSupplier nanoTime;
    private final LinkedHashMap<String, Hour> kinds = new LinkedHashMap<>(16, 0.75f, true);

    /** @param nanoTime a clock that is never set */
    LibraryLines(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Whether to write the line; if so, the same text is none for an hour. */
    synchronized boolean admit(String text) {
        long now = nanoTime.getAsLong();
        String kind = GUID.matcher(text).replaceAll("GUID");
        Hour hour = kinds.get(kind);
        if (hour == null || !hour.covers(now)) {
            hour = new Hour(now, new HashSet<>());
            kinds.put(kind, hour);
            if (kinds.size() > MAX_KINDS) {
                kinds.remove(kinds.firstEntry().getKey());
            }
        }
        return hour.texts.size() < MAX_OF_KIND && hour.texts.add(text);
    }

    /** The lines of one kind since its beginning. */
    private record Hour(long beginNanos, Set<String> texts) {
        boolean covers(long now) {
            return now - beginNanos < PAUSE_NANOS;
        }
    }
}
