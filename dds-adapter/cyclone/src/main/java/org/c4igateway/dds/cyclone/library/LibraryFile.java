package org.c4igateway.dds.cyclone.library;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.zip.CRC32;
import org.c4igateway.dds.api.DdsUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the native library: the file named by {@value #OVERRIDE} (system property, else environment variable), else the
 * one in this jar, extracted to a directory named by its content. Extraction is by atomic rename, so that processes
 * that start together cannot see half a file, and the content is verified each time.
 */
public final class LibraryFile {
    public static final String OVERRIDE = "C4I_CYCLONEDDS_LIBRARY";
    static final String SECURE_OVERRIDE = "C4I_CYCLONEDDS_SECURE";

    private static final String FILE_NAME = "libddsc.so";

    private final Map<String, String> environment;
    private final Properties properties;

    public LibraryFile(Map<String, String> environment, Properties properties) {
        this.environment = environment;
        this.properties = properties;
    }

    /** @return the version of Cyclone DDS that the binding is made for, of the library in use */
    public static String requiredVersion() {
        return requiredVersion(LibraryFlavour.chosen());
    }

    /** @return the version of Cyclone DDS that the binding is made for, of one of the two builds */
    public static String requiredVersion(LibraryFlavour flavour) {
        Properties build = new Properties();
        try (InputStream in = LibraryFile.class.getResourceAsStream("/native/cyclonedds.properties")) {
            build.load(Objects.requireNonNull(in));
        } catch (IOException e) {
            throw new DdsUnavailableException("the jar of the Cyclone provider is damaged", "Build it again.", e);
        }
        return build.getProperty(flavour.versionKey());
    }

    /** @throws DdsUnavailableException when there is no library for this machine */
    public Path resolve() {
        return resolve(LibraryFlavour.chosen());
    }

    /** @throws DdsUnavailableException when this machine has no library of that build */
    public Path resolve(LibraryFlavour flavour) {
        return switch (flavour) {
            case SECURE -> secure();
            case PLAIN -> plain();
        };
    }

    /** Built on this machine and kept beside the extracted one, with its plugins in the same directory. */
    private Path secure() {
        String version = requiredVersion(LibraryFlavour.SECURE);
        String named = properties.getProperty(SECURE_OVERRIDE, environment.getOrDefault(SECURE_OVERRIDE, ""));
        Path directory = named.isBlank()
                ? cacheRoot().resolve("cyclonedds-secure-" + version).resolve(platform())
                : Path.of(named).toAbsolutePath();
        Path file = directory.resolve(FILE_NAME);
        if (!Files.isRegularFile(file)) {
            throw new DdsUnavailableException(
                    "DDS Security is configured, and there is no library of Cyclone DDS with security: " + file,
                    "Build it with './c4i security library' in a source tree, or set " + SECURE_OVERRIDE
                            + " to the directory of one.");
        }
        return file;
    }

    private Path plain() {
        String named = properties.getProperty(OVERRIDE, environment.getOrDefault(OVERRIDE, ""));
        if (!named.isBlank()) {
            Path path = Path.of(named).toAbsolutePath();
            if (!Files.isRegularFile(path)) {
                throw new DdsUnavailableException(
                        OVERRIDE + " names " + path + ", which is not a file",
                        "Set " + OVERRIDE + " to " + FILE_NAME + " of Cyclone DDS "
                                + requiredVersion(LibraryFlavour.PLAIN) + ", or unset it.");
            }
            return path;
        }
        return extract(platform());
    }

    private Path extract(String platform) {
        byte[] content = packaged(platform).orElseThrow(() -> unavailable(platform, null));
        try {
            Path directory = Files.createDirectories(cacheRoot().resolve(directoryName(content)));
            Path file = directory.resolve(FILE_NAME);
            if (!Files.isRegularFile(file) || !Arrays.equals(Files.readAllBytes(file), content)) {
                place(content, directory, file);
            }
            return file;
        } catch (IOException e) {
            throw new DdsUnavailableException(
                    "the native library of Cyclone DDS cannot be extracted to " + cacheRoot(),
                    "Make that directory writable, or set C4I_NATIVE_CACHE to one that is.",
                    e);
        }
    }

    private static void place(byte[] content, Path directory, Path file) throws IOException {
        Path temporary = Files.createTempFile(directory, FILE_NAME, ".part");
        try {
            Files.write(temporary, content);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            throw new IOException("no atomic rename in " + directory, e);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static Optional<byte[]> packaged(String platform) {
        try (InputStream in = LibraryFile.class.getResourceAsStream("/native/" + platform + "/" + FILE_NAME)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw unavailable(platform, e);
        }
    }

    private static DdsUnavailableException unavailable(String platform, @Nullable Throwable cause) {
        return new DdsUnavailableException(
                "this build carries no native library of Cyclone DDS for " + platform,
                "Set " + OVERRIDE + " to the path of the library of Cyclone DDS "
                        + requiredVersion(LibraryFlavour.PLAIN)
                        + " (it is in the Python wheel cyclonedds of that version).",
                cause);
    }

    /** The environment's home comes first: in a user namespace the account's is root's. */
    private Path cacheRoot() {
        String configured = environment.getOrDefault("C4I_NATIVE_CACHE", "");
        if (!configured.isBlank()) {
            return Path.of(configured);
        }
        String caches = environment.getOrDefault("XDG_CACHE_HOME", "");
        String home = environment.getOrDefault("HOME", properties.getProperty("user.home"));
        Path base = caches.isBlank() ? Path.of(home, ".cache") : Path.of(caches);
        return base.resolve("c4i-gateway").resolve("native");
    }

    private String platform() {
        String os = properties.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = properties.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return os + "-" + (arch.equals("amd64") ? "x86_64" : arch);
    }

    /** A checksum: a digest of so many bytes is slow in a process that just started, and the content is compared. */
    private static String directoryName(byte[] content) {
        CRC32 checksum = new CRC32();
        checksum.update(content);
        return String.format(Locale.ROOT, "cyclonedds-%08x-%d", checksum.getValue(), content.length);
    }
}
