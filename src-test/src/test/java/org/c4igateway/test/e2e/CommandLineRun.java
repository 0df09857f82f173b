package org.c4igateway.test.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.c4igateway.test.process.TestJava;

/**
 * One command of {@code c4i} on a database, in a process of its own, to its end.
 *
 * @param status exit status
 * @param output what it printed on both streams
 */
record CommandLineRun(int status, String output) {
    static CommandLineRun of(DatabaseSettings database, String... arguments) {
        List<String> command = new ArrayList<>(TestJava.command(List.of(), "org.c4igateway.cli.C4i"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("C4I_DB_URL", database.url());
        builder.environment().put("C4I_DB_USER", database.user());
        builder.environment().put("C4I_DB_PASSWORD", database.password());
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
