package org.c4igateway.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Explains wrong usage in two lines: what is wrong, and what was probably meant or where help is. */
final class UsageProblem implements IParameterExceptionHandler {
    /** Commands that the launcher serves itself; a slip of the finger may have meant them too. */
    private static final List<String> LAUNCHER_COMMANDS = List.of("test", "bench");

    private static final int NEAR_ENOUGH_EDITS = 2;

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
        return C4i.USAGE;
    }

    private static boolean isCommandName(CommandLine command, UnmatchedArgumentException unmatched) {
        return !command.getSubcommands().isEmpty()
                && !unmatched.getUnmatched().getFirst().startsWith("-");
    }

    private static void explainUnknownCommand(CommandLine command, String word) {
        String prefix = command.getCommandSpec().qualifiedName();
        List<String> near = known(command)
                .filter(name -> edits(word.toLowerCase(Locale.ROOT), name) <= NEAR_ENOUGH_EDITS)
                .sorted()
                .toList();
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

    /** Levenshtein distance with neighbours swapped counting as one edit. */
    static int edits(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, a, b, i, j);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int cheapest(int[][] cost, String a, String b, int i, int j) {
        int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int best = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }

    private static String lowerFirst(String text) {
        return text.isEmpty() ? text : Character.toLowerCase(text.charAt(0)) + text.substring(1);
    }
}
