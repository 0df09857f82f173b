package org.c4igateway.cli.kmtf;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.base.Json;
import org.c4igateway.cli.base.MessageFiles;
import org.c4igateway.topics.definition.DefinitionLibrary;
import org.c4igateway.topics.definition.PayloadRules;
import org.c4igateway.topics.definition.PolicyLevel;
import org.c4igateway.topics.definition.model.DefinitionException;
import org.c4igateway.topics.mtf.MtfCheck;
import org.c4igateway.topics.mtf.rule.Diagnostic;
import org.c4igateway.topics.mtf.rule.LineUnit;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks message files against the format rules. */
@Command(
        name = "kmtf",
        description = "Work on message files.",
        synopsisSubcommandLabel = "check|show|import",
        subcommands = {KmtfShowCommand.class, KmtfImportCommand.class})
public final class KmtfCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "name an action: check FILE..., show FILE... or import SCHEMAS...");
    }

    @Command(
            name = "check",
            description = {
                "Check messages against the format rules. Prints FILE:LINE:COL: error|warning [rule] text, and a summary.",
                "Exit status 0 when every message is accepted, 1 when one is rejected."
            })
    int check(
            @Option(
                            names = {"--policy", "--profile"},
                            paramLabel = "LEVEL",
                            defaultValue = "lenient",
                            description = {
                                "Payloads to refuse, as c4i.validation: carry (none), lenient (default; those that are no MTF),",
                                "strict (those that break the syntax), definitions (also those that break their definition)."
                            })
                    PolicyLevel policy,
            @Option(
                            names = "--definitions",
                            paramLabel = "DIR",
                            description = "More definitions, *.yaml; default: the shipped ones only.")
                    @Nullable Path definitions,
            @Option(
                            names = "--encoding",
                            paramLabel = "ENCODING",
                            defaultValue = "UTF-8",
                            converter = EncodingName.class,
                            description = "Encoding of the files: " + MtfEncoding.NAMES + "; default: UTF-8.")
                    MtfEncoding encoding,
            @Option(
                            names = "--line-unit",
                            paramLabel = "UNIT",
                            defaultValue = "characters",
                            description =
                                    "What the longest line is counted in: ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
                    LineUnit lineUnit,
            @Option(names = "--json", description = "Print JSON.") boolean json,
            @Parameters(
                            arity = "1..*",
                            paramLabel = "FILE",
                            description = "Files, directories (searched for .mtf and .txt), or - for standard input.")
                    List<Path> named)
            throws CommandException {
        PayloadRules rules = new PayloadRules(library(definitions), encoding, lineUnit);
        List<Map<String, Object>> results = new ArrayList<>();
        CheckSummary summary = new CheckSummary();
        for (Path file : MessageFiles.expand(named)) {
            MtfCheck check = EncodedCheck.of(content(file), rules, policy);
            summary.add(check);
            if (json) {
                results.add(fields(file, check));
            } else {
                check.diagnostics().forEach(diagnostic -> out().println(diagnostic.format(label(file))));
            }
        }
        out().println(json ? json(results, summary) : summary.line());
        return summary.allAccepted() ? ExitStatus.SUCCESS : ExitStatus.NEGATIVE;
    }

    private static String json(List<Map<String, Object>> results, CheckSummary summary) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("accepted", summary.allAccepted());
        fields.put("files", results);
        fields.put("summary", summary.fields());
        return Json.write(fields);
    }

    static DefinitionLibrary library(@Nullable Path directory) throws CommandException {
        DefinitionLibrary shipped = DefinitionLibrary.reference();
        if (directory == null) {
            return shipped;
        }
        try {
            return shipped.withDirectory(directory);
        } catch (DefinitionException e) {
            throw CommandException.environment(String.join(System.lineSeparator(), e.problems()));
        }
    }

    static byte[] content(Path file) throws CommandException {
        try {
            return MessageFiles.read(file);
        } catch (IOException e) {
            throw CommandException.environment("cannot read " + label(file) + ": " + e.getMessage());
        }
    }

    private static Map<String, Object> fields(Path file, MtfCheck check) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("file", label(file));
        fields.put("accepted", check.accepted());
        fields.put("message", check.messageName());
        fields.put(
                "diagnostics",
                check.diagnostics().stream().map(KmtfCommand::fields).toList());
        return fields;
    }

    private static Map<String, Object> fields(Diagnostic diagnostic) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("severity", diagnostic.severity().label());
        fields.put("line", diagnostic.line());
        fields.put("column", diagnostic.column());
        fields.put("rule", diagnostic.rule());
        fields.put("text", diagnostic.text());
        return fields;
    }

    private static String label(Path file) {
        return MessageFiles.isStandardInput(file) ? "<stdin>" : file.toString();
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
