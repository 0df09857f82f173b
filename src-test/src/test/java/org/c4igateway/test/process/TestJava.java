package org.c4igateway.test.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.lab.testbed.ClassPathFile;
import org.jspecify.annotations.Nullable;

/**
 * The command that starts a Java process with the class path of this test and an AOT cache of what a node loads, with
 * which a node starts in about half the time. The cache is made once for each build, by the first process that asks.
 * Any thread.
 */
public final class TestJava {
    private static final List<String> JVM = List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:SoftRefLRUPolicyMSPerMB=50",
            "-Xmx160m");

    private static @Nullable StartCache made;
    private static @Nullable ClassPathFile quickStart;

    private TestJava() {}

    /** Makes the cache where no time limit of a test applies, in a constructor. Blocks for seconds, or much longer. */
    public static void prepare() {
        cache();
    }

    private static synchronized StartCache cache() {
        StartCache cache = made;
        if (cache == null) {
            cache = StartCache.of(Path.of("target", "start-cache").toAbsolutePath());
            made = cache;
        }
        return cache;
    }

    /** Class path and cache of services that are compiled once only, since a test ends them soon. */
    public static synchronized ClassPathFile quickStart() throws IOException {
        ClassPathFile written = quickStart;
        if (written == null) {
            StartCache cache = cache();
            Path own = cache.home().resolve("fork-" + System.getProperty("test.fork", "1"));
            written = ClassPathFile.write(
                    Files.createDirectories(own),
                    cache.classPath(),
                    cache.file(),
                    "-XX:TieredStopAtLevel=1",
                    "-Xlog:aot*=off",
                    "-Xlog:cds*=off");
            quickStart = written;
        }
        return written;
    }

    /**
     * @param mainClass and its arguments
     * @param options of the JVM besides those that all processes have
     */
    public static List<String> command(List<String> options, String... mainClass) {
        StartCache cache = cache();
        return command(
                cache.classPath(),
                List.of("-XX:AOTCache=" + cache.file(), "-Xlog:aot*=off", "-Xlog:cds*=off"),
                options,
                mainClass);
    }

    static List<String> command(String classPath, List<String> cache, List<String> options, String... mainClass) {
        List<String> command = new ArrayList<>(JVM);
        command.addAll(cache);
        command.addAll(options);
        command.addAll(List.of("-cp", classPath));
        command.addAll(List.of(mainClass));
        return command;
    }
}
