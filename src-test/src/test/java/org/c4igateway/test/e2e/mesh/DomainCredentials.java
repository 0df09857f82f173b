package org.c4igateway.test.e2e.mesh;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.c4igateway.cli.security.Grant;
import org.c4igateway.cli.security.LabAuthority;
import org.c4igateway.cli.security.SecuritySetupException;
import org.c4igateway.dds.api.DdsUnavailableException;
import org.c4igateway.dds.cyclone.library.LibraryFile;
import org.c4igateway.dds.cyclone.library.LibraryFlavour;

/** Credentials of DDS Security for a test's domain. */
public final class DomainCredentials {
    private static final int DAYS = 30;

    private DomainCredentials() {}

    /**
     * Skips the test, with the reason, where the program openssl is missing or the library that {@code ./c4i security
     * library} builds.
     */
    public static void require() {
        assumeTrue(hasOpenssl(), "openssl is not installed");
        assumeTrue(hasLibrary(), "no library of Cyclone DDS with security: './c4i security library' builds it");
    }

    /** Makes an authority of its own in a directory, and below it credentials in one directory for each grant. */
    public static void make(Path directory, int domain, Grant... grants) throws SecuritySetupException {
        var _ = new LabAuthority(directory, DAYS)
                .prepare(List.of(grants), OptionalInt.of(domain), Samples.catalogue(), Instant.now());
    }

    private static boolean hasOpenssl() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .anyMatch(place -> Files.isExecutable(Path.of(place, "openssl")));
    }

    private static boolean hasLibrary() {
        try {
            return Files.isRegularFile(
                    new LibraryFile(System.getenv(), System.getProperties()).resolve(LibraryFlavour.SECURE));
        } catch (DdsUnavailableException _) {
            return false;
        }
    }
}
