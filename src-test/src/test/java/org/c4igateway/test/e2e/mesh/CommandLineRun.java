package org.c4igateway.test.e2e.mesh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.c4igateway.test.process.TestJava;

/**
 * One command of {@code c4i} on a database, in a process of its own, to its end.
 *
 * @param status exit status
 * @param output what it printed on both streams
 */
public record CommandLineRun(int status, String output) {
    public static final String MAIN = "org.c4igateway.cli.C4i";

    public static CommandLineRun of(DatabaseSettings database, String... arguments) {
        return of(
                Map.of(
                        "C4I_DB_URL", database.url(),
                        "C4I_DB_USER", database.user(),
                        "C4I_DB_PASSWORD", database.password()),
                arguments);
    }

    /** @param variables of its environment, besides those of this process that are not the program's own */
    public static CommandLineRun of(Map<String, String> variables, String... arguments) {
        return of(List.of(), variables, arguments);
    }

    /** @param options of its JVM besides those of {@link TestJava#command} */
    public static CommandLineRun of(List<String> options, Map<String, String> variables, String... arguments) {
        List<String> command = new ArrayList<>(TestJava.command(options, MAIN));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("C4I_"));
        builder.environment().putAll(variables);
        try {
            Process process = builder.start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new CommandLineRun(process.waitFor(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
