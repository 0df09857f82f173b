package org.c4igateway.lab.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The class path of child processes as an argument file: that of the launcher when it started this process, else that of this
 * process.
 *
 * @param file argument file of java
 * @param aotCache cache that fits this class path; null when there is none
 */
public record ClassPathFile(Path file, @Nullable Path aotCache) {
    /** Uses the launcher's file or writes one into the directory. */
    public static ClassPathFile find(Path directory) throws IOException {
        String launchers = System.getProperty("c4i.java.args");
        if (launchers != null) {
            Path cache = Path.of(launchers).resolveSibling("node.aot");
            return new ClassPathFile(Path.of(launchers), Files.isReadable(cache) ? cache : null);
        }
        String quoted =
                System.getProperty("java.class.path").replace("\\", "\\\\").replace("\"", "\\\"");
        Path own = Files.writeString(directory.resolve("java.args"), "-cp\n\"" + quoted + "\"\n");
        return new ClassPathFile(own, null);
    }

    /** Options that use the cache; none when there is none or the other options write one. */
    List<String> aotOptions(String... others) {
        boolean writing = Arrays.stream(others).anyMatch(option -> option.startsWith("-XX:AOTCacheOutput"));
        return aotCache == null || writing ? List.of() : List.of("-XX:AOTCache=" + aotCache);
    }
}
