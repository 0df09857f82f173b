package org.c4igateway.topics.definition;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.c4igateway.topics.definition.model.DefinitionException;
import org.c4igateway.topics.definition.model.MessageDefinition;
import org.c4igateway.topics.definition.model.SetDefinition;
import org.c4igateway.topics.definition.model.ValueFormat;
import org.c4igateway.topics.definition.read.DefinitionReader;

/**
 * Formats, sets and messages by name. Immutable and safe for any thread.
 *
 * <p>The file format is described in docs/reference/mtf.md.
 */
public final class DefinitionLibrary {
    private static final List<String> SHIPPED = List.of("common.yaml", "air.yaml", "land.yaml", "support.yaml");
    private static final int MAX_BYTES = 4 << 20;
    private static final int MAX_FILES = 10_000;

    private final Map<String, ValueFormat> formats;
    private final Map<String, SetDefinition> sets;
    private final Map<String, MessageDefinition> messages;

    private DefinitionLibrary(DefinitionReader reader) {
        this.formats = Collections.unmodifiableMap(reader.formats);
        this.sets = Collections.unmodifiableMap(reader.sets);
        this.messages = Collections.unmodifiableMap(reader.messages);
    }

    /** The definitions shipped with this module. Reads resources. */
    public static DefinitionLibrary reference() {
        DefinitionReader reader = new DefinitionReader(Map.of(), Map.of(), Map.of());
        SHIPPED.forEach(name -> reader.add(name, resource(name)));
        reader.read();
        return new DefinitionLibrary(reader);
    }

    /**
     * This library with the definitions of more files, which may use what is here and replace it by name. Blocks on
     * file reading.
     *
     * @throws DefinitionException listing every problem with file, line, column and reason
     */
    public DefinitionLibrary with(List<Path> files) throws DefinitionException {
        DefinitionReader reader = new DefinitionReader(formats, sets, messages);
        files.forEach(file -> addFile(reader, file));
        reader.read();
        return new DefinitionLibrary(reader);
    }

    /**
     * This library with the definitions of a directory: all its files {@code *.yaml} and {@code *.yml}, in order of
     * names. Blocks on file reading.
     *
     * @throws DefinitionException listing every problem with file, line, column and reason; also when the directory
     *     cannot be read or holds no such file
     */
    public DefinitionLibrary withDirectory(Path directory) throws DefinitionException {
        try (Stream<Path> entries = Files.list(directory)) {
            List<Path> files = entries.filter(DefinitionLibrary::isYaml)
                    .sorted()
                    .limit(MAX_FILES + 1L)
                    .toList();
            if (files.isEmpty() || files.size() > MAX_FILES) {
                String found =
                        files.isEmpty() ? "holds no file *.yaml or *.yml" : "holds more than " + MAX_FILES + " files";
                throw new DefinitionException(List.of(directory + ": the directory " + found));
            }
            return with(files);
        } catch (IOException e) {
            throw new DefinitionException(List.of(directory + ": the directory cannot be read: " + e));
        }
    }

    private static boolean isYaml(Path file) {
        String name = String.valueOf(file.getFileName());
        return (name.endsWith(".yaml") || name.endsWith(".yml")) && Files.isRegularFile(file);
    }

    private static void addFile(DefinitionReader reader, Path file) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                reader.problem(file + ":1:1: the file is larger than " + MAX_BYTES + " bytes");
            } else {
                reader.add(file.toString(), Files.readString(file));
            }
        } catch (IOException e) {
            reader.problem(file + ":1:1: cannot be read as UTF-8 text: " + e);
        }
    }

    private static String resource(String name) {
        try (InputStream in =
                Objects.requireNonNull(DefinitionLibrary.class.getResourceAsStream(name), "resource " + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The definition of a message, by its MTF name. */
    public Optional<MessageDefinition> find(String messageName) {
        return Optional.ofNullable(messages.get(messageName));
    }

    /** The definition of a set. */
    public Optional<SetDefinition> findSet(String setId) {
        return Optional.ofNullable(sets.get(setId));
    }

    /** Identifiers of all sets that are defined. */
    public Set<String> setIds() {
        return sets.keySet();
    }

    /** All message definitions, in the order of the files. */
    public List<MessageDefinition> messages() {
        return List.copyOf(messages.values());
    }
}
