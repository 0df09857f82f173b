package org.c4igateway.cli.kmtf;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.topics.definition.DefinitionLibrary;
import org.c4igateway.topics.definition.model.DefinitionException;
import org.c4igateway.topics.definition.schema.ImportedDefinitions;
import org.c4igateway.topics.definition.schema.SchemaImport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Imports XML-MTF schema sets as definition files. */
@Command(
        name = "import",
        description = {
            "Read XML-MTF schema sets (messages, sets, composites, fields; *.xsd) and write definition files for",
            "c4i.definitions. Opens no other file and no connection. Rules that a definition cannot express are skipped and counted."
        })
final class KmtfImportCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Option(
            names = "--to",
            paramLabel = "DIR",
            required = true,
            description = "Directory for the definition files; it is created, or must contain no *.yaml.")
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private Path target;

    @Option(
            names = "--name",
            paramLabel = "ELEMENT=NAME",
            description =
                    "Name in MSGID of the message with that element, where the schema does not say it; repeatable.")
    private Map<String, String> names = Map.of();

    @Parameters(arity = "1..*", paramLabel = "SCHEMAS", description = "Directories, each with one schema set.")
    private List<Path> schemas = List.of();

    @Override
    public Integer call() throws CommandException {
        requireEmpty();
        ImportedDefinitions imported;
        try {
            imported = new SchemaImport(names).read(schemas);
        } catch (DefinitionException e) {
            return refused(e);
        }
        List<Path> files = write(imported);
        try {
            DefinitionLibrary.reference().withDirectory(target);
        } catch (DefinitionException e) {
            remove(files);
            return refused(e);
        }
        print(imported, files.size());
        return ExitStatus.SUCCESS;
    }

    private void requireEmpty() throws CommandException {
        if (!Files.exists(target)) {
            return;
        }
        try (Stream<Path> entries = Files.list(target)) {
            if (entries.anyMatch(file -> file.toString().matches(".*\\.ya?ml"))) {
                throw CommandException.environment(target + " holds definition files; name an empty directory");
            }
        } catch (IOException e) {
            throw CommandException.environment("cannot read " + target + ": " + e.getMessage());
        }
    }

    private List<Path> write(ImportedDefinitions imported) throws CommandException {
        List<Path> files = new ArrayList<>();
        try {
            imported.write(target, files);
            return files;
        } catch (IOException e) {
            remove(files);
            throw CommandException.environment("cannot write " + target + ": " + e.getMessage());
        }
    }

    private static void remove(List<Path> files) throws CommandException {
        try {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw CommandException.environment("cannot remove what was written: " + e.getMessage());
        }
    }

    private int refused(DefinitionException e) {
        PrintWriter err = spec.commandLine().getErr();
        e.problems().forEach(err::println);
        err.println("Nothing is imported.");
        err.flush();
        return ExitStatus.NEGATIVE;
    }

    private void print(ImportedDefinitions imported, int files) {
        PrintWriter out = spec.commandLine().getOut();
        ImportedDefinitions.Gaps gaps = imported.gaps();
        out.println(imported.messages().size() + " messages, " + imported.sets().size() + " sets, "
                + imported.formats().size() + " formats in " + files + " files below " + target);
        out.println("More passes than the schemas allow: " + gaps.formats() + " formats check length and kind of"
                + " character only, " + gaps.fields()
                + " fields take any descriptor, as the schema does not name theirs, " + gaps.choices()
                + " choices between sets are optional sets.");
    }
}
