package org.c4igateway.dds.cyclone.library;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.c4igateway.dds.api.DdsUnavailableException;

/**
 * The two builds of the library: the one that comes with this jar, which has no DDS Security, and one that is built on
 * the machine for it. A process can load one library only: the one that it needs first.
 */
public enum LibraryFlavour {
    PLAIN("version"),
    SECURE("secure-version");

    private static final AtomicReference<Optional<LibraryFlavour>> CHOSEN = new AtomicReference<>(Optional.empty());

    private final String versionKey;

    LibraryFlavour(String versionKey) {
        this.versionKey = versionKey;
    }

    /** @return key of its version in {@code cyclonedds.properties} */
    String versionKey() {
        return versionKey;
    }

    /** @return whether the process has no library yet, or the one with security */
    public static boolean canBeSecure() {
        return CHOSEN.get().orElse(SECURE) == SECURE;
    }

    /** @throws DdsUnavailableException when the process has loaded a library that cannot do what is wanted */
    public static void choose(boolean secure) {
        CHOSEN.updateAndGet(before -> before.isPresent() ? before : Optional.of(secure ? SECURE : PLAIN));
        if (secure && chosen() == PLAIN) {
            throw new DdsUnavailableException(
                    "this process has already loaded the library of Cyclone DDS without security",
                    "Join the secured domain first, or in a process of its own.");
        }
    }

    static LibraryFlavour chosen() {
        return CHOSEN.get().orElse(PLAIN);
    }
}
