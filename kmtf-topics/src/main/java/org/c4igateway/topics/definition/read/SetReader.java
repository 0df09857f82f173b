package org.c4igateway.topics.definition.read;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.topics.definition.model.FieldDefinition;
import org.c4igateway.topics.definition.model.FieldDefinition.Alternative;
import org.c4igateway.topics.definition.model.OccurrenceCategory;
import org.c4igateway.topics.definition.model.SetDefinition;
import org.c4igateway.topics.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/** Reads set definitions. */
final class SetReader {
    private static final Set<String> SET_KEYS = Set.of("title", "fields", "columns", "repeating");
    private static final Set<String> FIELD_KEYS =
            Set.of("name", "header", "use", "format", "descriptor", "alternatives");
    private static final Set<String> ALTERNATIVE_KEYS = Set.of("descriptor", "format");

    private final FormatReader formats;

    SetReader(FormatReader formats) {
        this.formats = formats;
    }

    SetDefinition read(String id, YamlNode node) {
        Map<String, YamlNode> entries = node.map(SET_KEYS);
        YamlNode columns = entries.get("columns");
        if ((columns == null) == (entries.get("fields") == null)) {
            throw node.fault("set " + id + " has either 'fields' or 'columns'");
        }
        YamlNode list = columns != null ? columns : node.required(entries, "fields");
        List<FieldDefinition> fields = new ArrayList<>();
        for (YamlNode field : list.list()) {
            fields.add(field(field, columns != null));
        }
        YamlNode repeating = entries.get("repeating");
        try {
            return new SetDefinition(
                    id,
                    text(entries.get("title")),
                    columns != null,
                    fields,
                    repeating == null ? 0 : repeating.integer(1));
        } catch (IllegalArgumentException e) {
            throw node.fault(String.valueOf(e.getMessage()));
        }
    }

    private FieldDefinition field(YamlNode node, boolean column) {
        Map<String, YamlNode> entries = node.map(FIELD_KEYS);
        String header = text(entries.get("header"));
        if (!column && entries.containsKey("header")) {
            throw node.fault("only columns have a header");
        }
        try {
            return new FieldDefinition(
                    node.required(entries, "name").text(),
                    header,
                    use(node.required(entries, "use")),
                    alternatives(node, entries));
        } catch (IllegalArgumentException e) {
            throw node.fault(String.valueOf(e.getMessage()));
        }
    }

    private List<Alternative> alternatives(YamlNode node, Map<String, YamlNode> entries) {
        YamlNode list = entries.get("alternatives");
        if ((list == null) == (entries.get("format") == null)) {
            throw node.fault("a field has either 'format' or 'alternatives'");
        }
        if (list == null) {
            return List.of(alternative(node, entries));
        }
        return list.list().stream()
                .map(item -> alternative(item, item.map(ALTERNATIVE_KEYS)))
                .toList();
    }

    private Alternative alternative(YamlNode node, Map<String, YamlNode> entries) {
        YamlNode descriptor = entries.get("descriptor");
        String text = text(descriptor);
        boolean legal = text.equals(Alternative.ANY_DESCRIPTOR)
                || (text.length() <= 8 && text.chars().allMatch(c -> (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')));
        if (descriptor != null && (!legal || text.isEmpty())) {
            throw descriptor.fault("a descriptor is 1 to 8 capitals or digits");
        }
        return new Alternative(text, formats.read(node.required(entries, "format")));
    }

    private static String text(@Nullable YamlNode node) {
        return node == null ? "" : node.text();
    }

    static OccurrenceCategory use(YamlNode node) {
        return Arrays.stream(OccurrenceCategory.values())
                .filter(occurrenceCategory -> occurrenceCategory.name().equals(node.text()))
                .findFirst()
                .orElseThrow(() -> node.fault("'" + node.text() + "' is not M, O or C"));
    }
}
