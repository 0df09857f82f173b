package org.c4igateway.cli.kmtf;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.base.MessageFiles;
import org.c4igateway.topics.definition.DefinitionLibrary;
import org.c4igateway.topics.mtf.MtfDocument;
import org.c4igateway.topics.mtf.MtfParser;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.rule.ParseOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows messages as sets and fields. */
@Command(
        name = "show",
        description = {
            "Show messages as sets and fields, with the names that definitions give them. Shows all that can be read;",
            "'kmtf check' reports errors. Exit status 1 when a file has no set."
        })
final class KmtfShowCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description =
                    "${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}. json: a line, xml: a document, for each message.")
    private OutlineFormat format = OutlineFormat.TEXT;

    @Option(
            names = "--definitions",
            paramLabel = "DIR",
            description = "More definitions, *.yaml; default: the shipped ones only.")
    private @Nullable Path definitions;

    @Option(
            names = "--encoding",
            paramLabel = "ENCODING",
            defaultValue = "UTF-8",
            converter = EncodingName.class,
            description = "Encoding of the files: " + MtfEncoding.NAMES + "; default: UTF-8.")
    private MtfEncoding encoding = MtfEncoding.UTF_8;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "Files, directories (searched for .mtf and .txt), or - for standard input.")
    private List<Path> named = List.of();

    @Override
    public Integer call() throws CommandException {
        DefinitionLibrary library = KmtfCommand.library(definitions);
        PrintWriter out = spec.commandLine().getOut();
        boolean all = true;
        for (Path file : MessageFiles.expand(named)) {
            MtfDocument document = MtfParser.parse(
                    KmtfCommand.content(file), ParseOptions.lenient().withEncoding(encoding));
            all &= !document.sets().isEmpty();
            out.println(format.write(MessageOutline.of(document, library)));
        }
        return all ? ExitStatus.SUCCESS : ExitStatus.NEGATIVE;
    }
}
