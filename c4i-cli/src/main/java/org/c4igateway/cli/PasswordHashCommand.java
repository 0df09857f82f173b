package org.c4igateway.cli;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.console.access.ConsoleUser;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes of a password what a node's file may hold in its place. */
@Command(
        name = "hash",
        description = {
            "Hash a password for c4i.console.users.NAME.password: prints {bcrypt} and the hash.",
            "On a terminal asks for it twice; else reads a line of standard input, or a file."
        })
final class PasswordHashCommand implements Callable<Integer> {
    @Option(names = "--file", paramLabel = "FILE", description = "File whose first line is the password.")
    private @Nullable Path file;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException {
        String password = password();
        try {
            spec.commandLine().getOut().println(ConsoleUser.hashed(password));
        } catch (IllegalArgumentException e) {
            throw CommandException.negative(String.valueOf(e.getMessage()));
        }
        return ExitStatus.SUCCESS;
    }

    private String password() throws CommandException {
        Optional<Console> terminal = Optional.ofNullable(System.console()).filter(Console::isTerminal);
        try {
            if (file == null && terminal.isPresent()) {
                return asked(terminal.get());
            }
            return file == null
                    ? firstLine(new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())))
                    : firstLine(Files.newBufferedReader(file));
        } catch (IOException e) {
            throw CommandException.environment("cannot read the password: " + e.getMessage());
        }
    }

    private static String asked(Console terminal) throws CommandException {
        char[] first = terminal.readPassword("Password: ");
        char[] second = terminal.readPassword("Again: ");
        if (first == null || !Arrays.equals(first, second)) {
            throw CommandException.negative("the two differ");
        }
        return new String(first);
    }

    private static String firstLine(BufferedReader reader) throws IOException {
        try (reader) {
            String line = reader.readLine();
            return line == null ? "" : line;
        }
    }
}
