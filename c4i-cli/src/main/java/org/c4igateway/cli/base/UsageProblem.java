package org.c4igateway.cli.base;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.c4igateway.app.SpellingSuggestions;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Explains wrong usage in two lines: what is wrong, and what was probably meant or where help is. */
public final class UsageProblem implements IParameterExceptionHandler {
    /** Commands that the launcher serves itself; a slip of the finger may have meant them too. */
    public static final List<String> LAUNCHER_COMMANDS = List.of("build", "bundle", "test", "bench", "interop");

    @Override
    public int handleParseException(ParameterException problem, String[] arguments) {
        CommandLine command = problem.getCommandLine();
        PrintWriter err = command.getErr();
        if (problem instanceof UnmatchedArgumentException unmatched && isCommandName(command, unmatched)) {
            explainUnknownCommand(command, unmatched.getUnmatched().getFirst());
            return ExitStatus.USAGE;
        }
        boolean mayBeMisspelt =
                problem instanceof UnmatchedArgumentException || problem instanceof MissingParameterException;
        String option = mayBeMisspelt ? misspelt(command, arguments) : "";
        err.println("c4i: "
                + (option.isEmpty()
                        ? lowerFirst(String.valueOf(problem.getMessage()))
                        : "unknown option: '" + option + "'"));
        List<String> near = option.isEmpty() ? List.of() : SpellingSuggestions.of(option, options(command));
        err.println(
                near.isEmpty()
                        ? "     try: " + command.getCommandSpec().qualifiedName() + " --help"
                        : "     did you mean: " + String.join(" or ", near) + "?");
        return ExitStatus.USAGE;
    }

    /**
     * A misspelt command is an error also where help was asked for, of which picocli would show that of the program.
     *
     * @return whether there was one, and was explained
     */
    public static boolean explainedUnknownCommand(CommandLine program, String... arguments) {
        CommandLine command = program;
        for (String word : arguments) {
            if (word.startsWith("-") || command.getSubcommands().isEmpty()) {
                return false;
            }
            CommandLine below = command.getSubcommands().get(word);
            if (below == null) {
                if (!command.getCommandSpec().positionalParameters().isEmpty()) {
                    return false;
                }
                explainUnknownCommand(command, word);
                return true;
            }
            command = below;
        }
        return false;
    }

    /**
     * The first option that the command does not know, as it was typed; picocli may complain of a missing one first.
     */
    private static String misspelt(CommandLine command, String... arguments) {
        for (String word : arguments) {
            String option = word.split("=", 2)[0];
            if (option.equals("--")) {
                return "";
            }
            if (option.startsWith("--") && !options(command).contains(option)) {
                return option;
            }
        }
        return "";
    }

    private static Set<String> options(CommandLine command) {
        Set<String> names = new TreeSet<>();
        for (CommandLine each = command; each != null; each = each.getParent()) {
            names.addAll(each.getCommandSpec().optionsMap().keySet());
        }
        return names;
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
