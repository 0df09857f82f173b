package org.c4igateway.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.lab.testbed.ProcessMemory;

/**
 * Another process of this benchmark, with the same class path; destroyed by {@link #close}, which waits for its end.
 */
public record JavaProcess(Process process) implements AutoCloseable {
    public static JavaProcess start(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-Xmx512m", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        return new JavaProcess(new ProcessBuilder(command).inheritIO().start());
    }

    /** @return physical memory in use now, in megabytes of 1,000,000 B */
    public double residentMegabytes() {
        return ProcessMemory.resident(process.pid()) / 1e6;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
