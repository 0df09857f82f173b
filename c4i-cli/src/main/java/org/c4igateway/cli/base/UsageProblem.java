package org.c4igateway.cli.base;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.c4igateway.app.SpellingSuggestions;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Explains wrong usage in two lines: what is wrong, and what was probably meant or where help is. */
public final class UsageProblem implements IParameterExceptionHandler {
    /** Commands that the launcher serves itself; a slip of the finger may have meant them too. */
    private static final List<String> LAUNCHER_COMMANDS = List.of("build", "bundle", "test", "bench", "interop");

    @Override
    public int handleParseException(ParameterException problem, String[] arguments) {
        CommandLine command = problem.getCommandLine();
        PrintWriter err = command.getErr();
        if (problem instanceof UnmatchedArgumentException unmatched && isCommandName(command, unmatched)) {
            explainUnknownCommand(command, unmatched.getUnmatched().getFirst());
        } else {
            err.println("c4i: " + lowerFirst(String.valueOf(problem.getMessage())));
            err.println("     try: " + command.getCommandSpec().qualifiedName() + " --help");
        }
        return ExitStatus.USAGE;
    }

    private static boolean isCommandName(CommandLine command, UnmatchedArgumentException unmatched) {
        return !command.getSubcommands().isEmpty()
                && !unmatched.getUnmatched().getFirst().startsWith("-");
    }

    private static void explainUnknownCommand(CommandLine command, String word) {
        String prefix = command.getCommandSpec().qualifiedName();
        List<String> near = SpellingSuggestions.of(word, known(command).toList());
        command.getErr().println("c4i: unknown command '" + word + "'");
        command.getErr()
                .println(
                        near.isEmpty()
                                ? "     known: "
                                        + String.join(
                                                ", ", known(command).sorted().toList())
                                : "     did you mean: " + prefix + " " + String.join(", " + prefix + " ", near) + "?");
    }

    private static Stream<String> known(CommandLine command) {
        Stream<String> own = command.getSubcommands().entrySet().stream()
                .filter(entry ->
                        !entry.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey);
        return command.getParent() == null ? Stream.concat(own, LAUNCHER_COMMANDS.stream()) : own;
    }

    private static String lowerFirst(String text) {
        return text.isEmpty() ? text : Character.toLowerCase(text.charAt(0)) + text.substring(1);
    }
}
