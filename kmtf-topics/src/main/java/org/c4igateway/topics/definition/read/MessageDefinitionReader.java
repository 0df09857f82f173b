package org.c4igateway.topics.definition.read;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.topics.definition.model.Element;
import org.c4igateway.topics.definition.model.MessageDefinition;
import org.c4igateway.topics.definition.model.OccurrenceCategory;
import org.c4igateway.topics.definition.model.SetDefinition;
import org.c4igateway.topics.definition.model.StructuralCondition;
import org.c4igateway.topics.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/** Reads message definitions once the sets are known. */
final class MessageDefinitionReader {
    private static final String GENTEXT = "GENTEXT";
    private static final Set<String> UNLISTED = Set.of("AMPN", "NARR", "RMKS");
    private static final Set<String> MESSAGE_KEYS = Set.of("topic", "title", "sets", "conditions");
    private static final Set<String> SET_KEYS = Set.of("set", "subject", "use", "repeat");
    private static final Set<String> SEGMENT_KEYS = Set.of("segment", "use", "repeat", "sets", "conditions");

    private final Map<String, SetDefinition> known;
    private final StructuralConditionReader conditions;

    MessageDefinitionReader(Map<String, SetDefinition> known) {
        this.known = known;
        this.conditions = new StructuralConditionReader(known);
    }

    MessageDefinition read(String name, YamlNode node) {
        Map<String, YamlNode> entries = node.map(MESSAGE_KEYS);
        List<Element> elements = elements(node.required(entries, "sets"));
        Set<String> labels = new LinkedHashSet<>();
        labels(elements, labels);
        boolean named = elements.stream()
                .anyMatch(element -> element instanceof Element.SetPosition position
                        && position.setId().equals("MSGID")
                        && position.use() == OccurrenceCategory.M);
        if (!named) {
            throw node.fault("message '" + name + "' has no mandatory MSGID");
        }
        YamlNode title = entries.get("title");
        return new MessageDefinition(
                name,
                node.required(entries, "topic").text(),
                title == null ? "" : title.text(),
                new MessageDefinition.Text(elements, conditions(entries.get("conditions"), labels)));
    }

    private List<Element> elements(YamlNode node) {
        List<Element> elements = new ArrayList<>();
        for (YamlNode item : node.list()) {
            Map<String, YamlNode> any = item.map(Set.of());
            elements.add(any.containsKey("segment") ? segment(item) : position(item));
        }
        if (elements.isEmpty()) {
            throw node.fault("at least one set is expected here");
        }
        return elements;
    }

    private Element position(YamlNode node) {
        Map<String, YamlNode> entries = node.map(SET_KEYS);
        YamlNode set = node.required(entries, "set");
        String id = set.text();
        if (UNLISTED.contains(id)) {
            throw set.fault(id + " is allowed wherever the syntax allows it and is not listed");
        }
        if (!id.equals(GENTEXT) && !known.containsKey(id)) {
            throw set.fault("no set '" + id + "' is defined");
        }
        YamlNode subject = entries.get("subject");
        if (subject != null && !id.equals(GENTEXT)) {
            throw subject.fault("only GENTEXT has a subject");
        }
        return new Element.SetPosition(
                id,
                subject == null ? "" : subject.text(),
                SetReader.use(node.required(entries, "use")),
                most(entries.get("repeat")));
    }

    private Element segment(YamlNode node) {
        Map<String, YamlNode> entries = node.map(SEGMENT_KEYS);
        List<Element> elements = elements(node.required(entries, "sets"));
        Set<String> labels = new LinkedHashSet<>();
        labels(elements, labels);
        try {
            return new Element.Segment(
                    node.required(entries, "segment").text(),
                    SetReader.use(node.required(entries, "use")),
                    most(entries.get("repeat")),
                    elements,
                    conditions(entries.get("conditions"), labels));
        } catch (IllegalArgumentException e) {
            throw node.fault(String.valueOf(e.getMessage()));
        }
    }

    private List<StructuralCondition> conditions(@Nullable YamlNode node, Set<String> labels) {
        return node == null
                ? List.of()
                : node.list().stream()
                        .map(item -> conditions.read(item, labels))
                        .toList();
    }

    /** 'true' for any number, or the most; once when absent. */
    private static int most(@Nullable YamlNode node) {
        if (node == null) {
            return 1;
        }
        return node.text().equals("true") ? Element.UNBOUNDED : node.integer(1);
    }

    /** Labels that conditions at this level may name: the sets of the level and those inside its segments. */
    private static void labels(List<Element> elements, Set<String> labels) {
        for (Element element : elements) {
            switch (element) {
                case Element.SetPosition position -> labels.add(position.label());
                case Element.Segment segment -> labels(segment.elements(), labels);
            }
        }
    }
}
