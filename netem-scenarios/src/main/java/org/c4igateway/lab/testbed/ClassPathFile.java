package org.c4igateway.lab.testbed;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The class path of child processes as an argument file: that of the distribution whose launcher started this process,
 * else that of this process, with its start-up cache and its highest level of compilation.
 *
 * @param file argument file of java
 * @param aotCache cache that fits this class path; null when there is none
 */
public record ClassPathFile(Path file, @Nullable Path aotCache) {
    private static final List<String> OWN_START_OPTIONS =
            List.of("-XX:AOTCache=", "-XX:TieredStopAtLevel=", "-Xlog:aot", "-Xlog:cds");
    private static final String COMPILED_FULLY = "-XX:TieredStopAtLevel=4";

    /** Writes the file into the directory. */
    public static ClassPathFile find(Path directory) throws IOException {
        String distribution = System.getProperty("c4i.dist");
        if (distribution == null) {
            return write(directory, System.getProperty("java.class.path"), null, ownStartOptions());
        }
        return write(directory, Path.of(distribution, "c4i-app.jar") + drivers(), aotCache(distribution));
    }

    /**
     * Writes the file into the directory.
     *
     * @param classPath entries with the separator of the platform between them
     * @param aotCache cache that fits this class path; null when there is none
     * @param options of the JVM, which win over those of {@link ServiceOptions}
     */
    public static ClassPathFile write(Path directory, String classPath, @Nullable Path aotCache, String... options)
            throws IOException {
        String quoted = classPath.replace("\\", "\\\\").replace("\"", "\\\"");
        String text = String.join("\n", options) + "\n-cp\n\"" + quoted + "\"\n";
        Path written = Files.writeString(directory.resolve("java.args.new"), text);
        // A program that has just been started reads the one before, or begins to.
        Path file = Files.move(
                written,
                directory.resolve("java.args"),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        return new ClassPathFile(file, aotCache);
    }

    /** JDBC drivers of the site, as the launcher adds them. */
    private static String drivers() {
        String jars = System.getenv("C4I_DRIVERS");
        return jars == null || jars.isBlank() ? "" : File.pathSeparator + jars;
    }

    private static String[] ownStartOptions() {
        List<String> own = ManagementFactory.getRuntimeMXBean().getInputArguments();
        if (own.contains(COMPILED_FULLY)) {
            return new String[0]; // its programs start as those of a distribution without a cache
        }
        return own.stream()
                .filter(option -> OWN_START_OPTIONS.stream().anyMatch(option::startsWith))
                .toArray(String[]::new);
    }

    /** The start-up cache beside the jar of a distribution; null when there is none. */
    private static @Nullable Path aotCache(String distribution) {
        Path cache = Path.of(distribution, "node.aot");
        return Files.isReadable(cache) ? cache : null;
    }

    /** Options that use the cache; none when there is none or the other options write one. */
    List<String> aotOptions(List<String> others) {
        boolean writing = others.stream().anyMatch(option -> option.startsWith("-XX:AOTCacheOutput"));
        return aotCache == null || writing ? List.of() : List.of("-XX:AOTCache=" + aotCache);
    }
}
