package org.c4igateway.topics.definition.schema;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.topics.definition.model.DefinitionException;

/**
 * Reads XML-MTF schema sets, as APP-11 and MIL-STD-6040 are distributed, into definitions. Each directory is one schema
 * set: its files refer to each other by namespace and to nothing else. One use, one thread; blocks on file reading.
 */
public final class SchemaImport {
    private static final int MAX_PROBLEMS = 100;

    private final Map<String, String> messageNames;
    private final Map<String, Object> formats = new LinkedHashMap<>();
    private final Map<String, Object> sets = new LinkedHashMap<>();
    private final Map<String, Object> messages = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();
    private int approximate;
    private int undescribed;
    private int choices;

    /** @param messageNames MTF name by name of the element, for schemas that do not say it */
    public SchemaImport(Map<String, String> messageNames) {
        this.messageNames = Map.copyOf(messageNames);
    }

    /**
     * Reads schema sets.
     *
     * @throws DefinitionException listing every problem with file, line and element
     */
    public ImportedDefinitions read(List<Path> directories) throws DefinitionException {
        directories.forEach(this::directory);
        if (problems.isEmpty() && messages.isEmpty()) {
            problems.add(directories + ": no element in these files is a message: none holds the set MSGID");
        }
        if (!problems.isEmpty()) {
            throw new DefinitionException(problems);
        }
        return new ImportedDefinitions(
                formats, sets, messages, new ImportedDefinitions.Gaps(approximate, undescribed, choices));
    }

    private void directory(Path directory) {
        guarded(() -> {
            SchemaIndex index = new SchemaIndex(new SchemaFiles().read(directory));
            FormatImport formatImport = new FormatImport(index);
            SetImport setImport = new SetImport(index, formatImport);
            MessageImport messageImport = new MessageImport(index, setImport);
            sets(index, setImport);
            messages(index, messageImport);
            formatImport.formats().forEach((name, format) -> add(formats, "format", name, format, directory));
            approximate += formatImport.approximate();
            undescribed += setImport.undescribed();
            choices += messageImport.choices();
        });
    }

    private void sets(SchemaIndex index, SetImport setImport) {
        index.types()
                .values()
                .forEach(type -> guarded(() -> {
                    Optional<String> id = SetImport.idOf(type).filter(found -> !SetImport.BUILT_IN.contains(found));
                    if (id.isPresent()) {
                        add(sets, "set", id.get(), setImport.read(id.get(), type), Path.of(type.file()));
                    }
                }));
    }

    private void messages(SchemaIndex index, MessageImport messageImport) {
        index.elements()
                .values()
                .forEach(element -> guarded(() -> {
                    if (messageImport.isMessage(element)) {
                        String name = Optional.ofNullable(messageNames.get(element.name()))
                                .or(() -> messageImport.nameOf(element))
                                .orElseThrow(
                                        () -> element.fault("the schema does not say the name that the message has in"
                                                + " MSGID; give --name " + element.name() + "=NAME"));
                        add(messages, "message", name, messageImport.read(element), Path.of(element.file()));
                    }
                }));
    }

    private void add(Map<String, Object> all, String what, String name, Object definition, Path source) {
        Object before = all.putIfAbsent(name, definition);
        if (before != null && !before.equals(definition)) {
            problem(source + ": " + what + " " + name + " differs from the one read before");
        }
    }

    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (SchemaNode.Fault e) {
            problem(String.valueOf(e.getMessage()));
        }
    }

    private void problem(String problem) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(problem);
        }
    }
}
