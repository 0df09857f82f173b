package org.c4igateway.cli.codes;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.base.Json;
import org.c4igateway.core.fault.CodeAdvice;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tells what a code means and what to do, without a network and without the documentation. */
@Command(
        name = "codes",
        description = {
            "Explain a code such as GW-104: what it means, what to do, which key and which command help.",
            "Without a CODE: list all. A number or a name is enough: 104, schema_version."
        })
public final class CodesCommand implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "CODE", description = "Codes, their numbers or names.")
    private List<String> asked = List.of();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Option(names = "--markdown", description = "Print the reference page docs/reference/error-codes.md.")
    private boolean markdown;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException {
        List<CodeAdvice> all = CodeAdvice.all();
        if (markdown) {
            out().print(CodePage.of(all));
            return ExitStatus.SUCCESS;
        }
        List<CodeAdvice> chosen = asked.isEmpty() ? all : chosen(all);
        if (json) {
            out().println(Json.write(chosen.stream().map(CodesCommand::fields).toList()));
        } else if (asked.isEmpty()) {
            chosen.forEach(advice -> out().printf(
                            "%s  %-21s %s%n",
                            advice.code().code(), advice.code(), CodePage.firstSentence(advice.meaning())));
            out().println("More: c4i codes CODE");
        } else {
            chosen.forEach(this::explain);
        }
        return ExitStatus.SUCCESS;
    }

    private List<CodeAdvice> chosen(List<CodeAdvice> all) throws CommandException {
        List<CodeAdvice> found = new ArrayList<>();
        for (String word : asked) {
            String upper = word.toUpperCase(Locale.ROOT).replace('-', '_');
            found.add(all.stream()
                    .filter(advice -> upper.equals(advice.code().name())
                            || upper.equals(advice.code().code().replace('-', '_'))
                            || upper.equals(Integer.toString(advice.code().number())))
                    .findFirst()
                    .orElseThrow(() -> CommandException.negative("this release has no code '" + word
                            + "'; c4i codes lists all. A peer of another release may have given it")));
        }
        return found;
    }

    private void explain(CodeAdvice advice) {
        out().println(advice.code().code() + " " + advice.code());
        out().println("  means    " + CodePage.plain(advice.meaning()));
        out().println("  do       " + CodePage.plain(advice.remedy()));
        out().println("  keys     " + (advice.keys().isEmpty() ? "none" : String.join(", ", advice.keys())));
        out().println("  command  c4i " + advice.command());
    }

    private static Map<String, Object> fields(CodeAdvice advice) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("code", advice.code().code());
        fields.put("name", advice.code().name());
        fields.put("meaning", CodePage.plain(advice.meaning()));
        fields.put("remedy", CodePage.plain(advice.remedy()));
        fields.put("keys", advice.keys());
        fields.put("command", "c4i " + advice.command());
        return fields;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
