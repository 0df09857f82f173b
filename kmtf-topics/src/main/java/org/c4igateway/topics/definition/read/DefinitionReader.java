package org.c4igateway.topics.definition.read;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.c4igateway.topics.definition.model.DefinitionException;
import org.c4igateway.topics.definition.model.MessageDefinition;
import org.c4igateway.topics.definition.model.SetDefinition;
import org.c4igateway.topics.definition.model.ValueFormat;
import org.c4igateway.topics.yaml.YamlNode;

/** Reads several files into one library: first all formats, then all sets, then all messages. One use, one thread. */
public final class DefinitionReader {
    private static final Set<String> SECTIONS = Set.of("formats", "sets", "messages");
    private static final int MAX_CHARACTERS = 4 << 20;
    private static final int MAX_PROBLEMS = 100;

    public final Map<String, ValueFormat> formats;
    public final Map<String, SetDefinition> sets;
    public final Map<String, MessageDefinition> messages;
    private final List<String> problems = new ArrayList<>();
    private final List<Map<String, YamlNode>> files = new ArrayList<>();

    /** Starts from what is already known; later definitions of the same name replace earlier ones. */
    public DefinitionReader(
            Map<String, ValueFormat> formats,
            Map<String, SetDefinition> sets,
            Map<String, MessageDefinition> messages) {
        this.formats = new LinkedHashMap<>(formats);
        this.sets = new LinkedHashMap<>(sets);
        this.messages = new LinkedHashMap<>(messages);
    }

    public void add(String file, String yaml) {
        try {
            files.add(YamlNode.read(file, yaml, MAX_CHARACTERS).map(SECTIONS));
        } catch (YamlNode.Fault e) {
            problem(String.valueOf(e.getMessage()));
        }
    }

    public void problem(String problem) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(problem);
        }
    }

    /** Reads everything added; throws with every problem found. */
    public void read() {
        FormatReader formatReader = new FormatReader(formats);
        each("formats", (name, node) -> formats.put(name, formatReader.read(node)));
        SetReader setReader = new SetReader(formatReader);
        each("sets", (id, node) -> sets.put(id, setReader.read(id, node)));
        MessageDefinitionReader messageDefinitionReader = new MessageDefinitionReader(sets);
        each("messages", (name, node) -> messages.put(name, messageDefinitionReader.read(name, node)));
        if (!problems.isEmpty()) {
            throw new DefinitionException(problems);
        }
    }

    private void each(String section, BiConsumer<String, YamlNode> consumer) {
        for (Map<String, YamlNode> file : files) {
            YamlNode node = file.get(section);
            if (node != null) {
                entries(node, consumer);
            }
        }
    }

    private void entries(YamlNode section, BiConsumer<String, YamlNode> consumer) {
        try {
            section.map(Set.of()).forEach((name, node) -> entry(name, node, consumer));
        } catch (YamlNode.Fault e) {
            problem(String.valueOf(e.getMessage()));
        }
    }

    private void entry(String name, YamlNode node, BiConsumer<String, YamlNode> consumer) {
        try {
            consumer.accept(name, node);
        } catch (YamlNode.Fault e) {
            problem(String.valueOf(e.getMessage()));
        }
    }
}
