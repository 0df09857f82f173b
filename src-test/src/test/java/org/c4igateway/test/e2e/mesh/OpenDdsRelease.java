package org.c4igateway.test.e2e.mesh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What differs between the releases of OpenDDS that were tried; the one that {@code DDS_ROOT} names is in use. */
final class OpenDdsRelease {
    private static final Pattern MINOR = Pattern.compile("#define\\s+(?:OPENDDS|DDS)_MINOR_VERSION\\s+(\\d+)");
    private static final int LAST_WITH_LIMITS = 13;

    private OpenDdsRelease() {}

    /** @return whether nodes on it and on Cyclone DDS need no settings for each other; 3.13 does, 3.21 does not */
    static boolean exchangesFreelyWithCyclone() {
        return minor().filter(minor -> minor > LAST_WITH_LIMITS).isPresent();
    }

    private static Optional<Integer> minor() {
        return Optional.ofNullable(System.getenv("DDS_ROOT"))
                .map(Path::of)
                .flatMap(root -> Stream.of("dds/Version.h", "include/dds/Version.h")
                        .map(root::resolve)
                        .filter(Files::isRegularFile)
                        .map(OpenDdsRelease::minorIn)
                        .findFirst());
    }

    private static int minorIn(Path header) {
        try {
            Matcher found = MINOR.matcher(Files.readString(header));
            if (!found.find()) {
                throw new IllegalStateException(header + " names no minor version");
            }
            return Integer.parseInt(found.group(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
