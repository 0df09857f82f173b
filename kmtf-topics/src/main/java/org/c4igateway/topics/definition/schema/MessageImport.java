package org.c4igateway.topics.definition.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes message definitions, as definition files write them, of global elements that hold MSGID. */
final class MessageImport {
    private static final Set<String> UNLISTED = Set.of("AMPN", "NARR", "RMKS");
    private static final int DEEPEST = 8;

    private final SchemaIndex index;
    private final SetImport sets;
    private int choices;

    MessageImport(SchemaIndex index, SetImport sets) {
        this.index = index;
        this.sets = sets;
    }

    /** How many choices between sets became sets that may be left out. */
    int choices() {
        return choices;
    }

    boolean isMessage(SchemaNode element) {
        return body(element)
                .filter(body -> body.all("element")
                        .anyMatch(child ->
                                sets.setAt(child).filter("MSGID"::equals).isPresent()))
                .isPresent();
    }

    /** What the schema says the first field of MSGID is; empty when it does not say. */
    Optional<String> nameOf(SchemaNode element) {
        return index.along(
                element,
                (name, type) -> Optional.of(type.info("MtfIdentifier", "mtfid"))
                        .or(() -> type.first("complexType").map(inside -> inside.info("MtfIdentifier", "mtfid")))
                        .filter(found -> !found.isEmpty()));
    }

    Map<String, Object> read(SchemaNode element) {
        Map<String, Object> message = new LinkedHashMap<>();
        String number = element.info("MtfIndexReferenceNumber");
        message.put("topic", number.isEmpty() ? "-" : number);
        message.put("title", sets.title(element));
        message.put("sets", elements(body(element).orElseThrow(), 0));
        return message;
    }

    private Optional<SchemaNode> body(SchemaNode element) {
        return index.along(element, (name, type) -> type.inner("sequence"));
    }

    private List<Object> elements(SchemaNode sequence, int depth) {
        if (depth > DEEPEST) {
            throw sequence.fault("segments are nested deeper than " + DEEPEST);
        }
        List<Object> elements = new ArrayList<>();
        for (SchemaNode child : sequence.children()) {
            if (child.is("element")) {
                position(child, false, depth).ifPresent(elements::add);
            } else if (child.is("choice") || child.is("sequence")) {
                choices++;
                child.all("element")
                        .forEach(option -> position(option, true, depth).ifPresent(elements::add));
            }
        }
        if (elements.isEmpty()) {
            throw sequence.fault("there is no set in it");
        }
        return elements;
    }

    private Optional<Object> position(SchemaNode element, boolean optional, int depth) {
        if (element.attribute("ref").endsWith("AugmentationPoint")) {
            return Optional.empty();
        }
        Optional<String> set = sets.setAt(element);
        if (set.filter(UNLISTED::contains).isPresent()) {
            return Optional.empty();
        }
        Map<String, Object> position = new LinkedHashMap<>();
        if (set.isPresent()) {
            position.put("set", set.get());
        } else {
            position.put("segment", sets.title(element));
        }
        position.put("use", optional ? "C" : use(element));
        String most = element.attribute("maxOccurs");
        if (!most.isEmpty() && !most.equals("1")) {
            position.put("repeat", most.equals("unbounded") ? "true" : most);
        }
        if (set.isEmpty()) {
            SchemaNode body =
                    body(element).orElseThrow(() -> element.fault("it is neither a set nor a segment of sets"));
            position.put("sets", elements(body, depth + 1));
        }
        return Optional.of(position);
    }

    private static String use(SchemaNode element) {
        String category = element.info("OccurrenceCategory", "occurrenceCategory");
        if (category.startsWith("C")) {
            return "C";
        }
        return element.attribute("minOccurs").equals("0") ? "O" : "M";
    }
}
