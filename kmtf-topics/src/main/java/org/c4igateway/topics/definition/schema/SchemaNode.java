package org.c4igateway.topics.definition.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An element of a schema document that knows its place. Its children are added while it is read; not changed later.
 *
 * @param file file and path, for complaints
 * @param line from 1
 * @param schema whether it is in the namespace of XML Schema
 * @param tag local name
 * @param attributes by local name; names of types and elements are written {@code {namespace}name}
 * @param children in order
 * @param text text directly inside, blanks at both ends removed
 */
record SchemaNode(
        String file,
        int line,
        boolean schema,
        String tag,
        Map<String, String> attributes,
        List<SchemaNode> children,
        StringBuilder text) {
    private static final Set<String> WRAPPERS =
            Set.of("complexType", "complexContent", "simpleContent", "simpleType", "extension", "restriction");

    /** Says what is wrong with one element. */
    static final class Fault extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Fault(String message) {
            super(message, null, false, false);
        }
    }

    static SchemaNode of(String file, int line, boolean schema, String tag, Map<String, String> attributes) {
        return new SchemaNode(file, line, schema, tag, attributes, new ArrayList<>(), new StringBuilder());
    }

    boolean is(String wanted) {
        return schema && tag.equals(wanted);
    }

    /** The attribute, or "" without one. */
    String attribute(String name) {
        return attributes.getOrDefault(name, "");
    }

    String name() {
        return attribute("name");
    }

    /** Children in the namespace of XML Schema with this tag. */
    Stream<SchemaNode> all(String wanted) {
        return children.stream().filter(child -> child.is(wanted));
    }

    Optional<SchemaNode> first(String wanted) {
        return all(wanted).findFirst();
    }

    /** The type that this element extends or restricts, as {@code {namespace}name}; "" without one. */
    String base() {
        for (SchemaNode child : children) {
            if (child.schema && WRAPPERS.contains(child.tag)) {
                String base = child.attribute("base");
                return base.isEmpty() ? child.base() : base;
            }
        }
        return "";
    }

    /** The sequence, choice or other content inside, looked for through extensions and restrictions. */
    Optional<SchemaNode> inner(String wanted) {
        Optional<SchemaNode> here = first(wanted);
        if (here.isPresent()) {
            return here;
        }
        return children.stream()
                .filter(child -> child.schema && WRAPPERS.contains(child.tag))
                .flatMap(child -> child.inner(wanted).stream())
                .findFirst();
    }

    /** The fixed value of an attribute that it declares; "" without one. */
    String fixed(String attribute) {
        for (SchemaNode child : children) {
            if (child.is("attribute") && child.name().equals(attribute)) {
                return child.attribute("fixed");
            }
            if (child.schema && WRAPPERS.contains(child.tag)) {
                String inside = child.fixed(attribute);
                if (!inside.isEmpty()) {
                    return inside;
                }
            }
        }
        return "";
    }

    /** What its application information says under one of these names, as element or attribute; "" when nothing. */
    String info(String... names) {
        return first("annotation").stream()
                .flatMap(annotation -> annotation.all("appinfo"))
                .map(appinfo -> appinfo.find(Set.of(names)))
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElse("");
    }

    private String find(Set<String> names) {
        for (SchemaNode child : children) {
            String found = names.contains(child.tag) ? child.content() : "";
            for (String name : names) {
                found = found.isEmpty() ? child.attribute(name).strip() : found;
            }
            found = found.isEmpty() ? child.find(names) : found;
            if (!found.isEmpty()) {
                return found;
            }
        }
        return "";
    }

    String content() {
        return text.toString().strip();
    }

    Fault fault(String problem) {
        String label = name().isEmpty() ? tag : tag + " " + name();
        return new Fault(file + ":" + line + ": " + label + ": " + problem);
    }
}
