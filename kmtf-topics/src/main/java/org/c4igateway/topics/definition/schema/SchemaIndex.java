package org.c4igateway.topics.definition.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The types and elements of one schema set by their names. Not changed once made. */
final class SchemaIndex {
    private static final int LONGEST_CHAIN = 32;
    private static final String XML_SCHEMA = "{http://www.w3.org/2001/XMLSchema}";

    private final Map<String, SchemaNode> types = new LinkedHashMap<>();
    private final Map<String, SchemaNode> elements = new LinkedHashMap<>();
    private final boolean namesDescriptors;

    SchemaIndex(List<SchemaNode> roots) {
        for (SchemaNode root : roots) {
            String namespace = "{" + root.attribute("targetNamespace") + "}";
            Stream.concat(root.all("simpleType"), root.all("complexType")).forEach(type -> add(types, namespace, type));
            root.all("element").forEach(element -> add(elements, namespace, element));
        }
        this.namesDescriptors = roots.stream().anyMatch(SchemaIndex::namesDescriptors);
    }

    private static boolean namesDescriptors(SchemaNode node) {
        return SetImport.DESCRIPTORS.contains(node.tag())
                || node.children().stream().anyMatch(SchemaIndex::namesDescriptors);
    }

    /** Whether a field without a descriptor in these files has none; false when they name no descriptor at all. */
    boolean namesDescriptors() {
        return namesDescriptors;
    }

    private static void add(Map<String, SchemaNode> all, String namespace, SchemaNode node) {
        if (node.name().isEmpty()) {
            throw node.fault("it has no name");
        }
        SchemaNode before = all.putIfAbsent(namespace + node.name(), node);
        if (before != null) {
            throw node.fault("defined before, at " + before.file() + ":" + before.line());
        }
    }

    Map<String, SchemaNode> types() {
        return types;
    }

    Map<String, SchemaNode> elements() {
        return elements;
    }

    static boolean isBuiltIn(String type) {
        return type.startsWith(XML_SCHEMA);
    }

    /** The type of that name, as a reference at {@code user} writes it. */
    SchemaNode type(String name, SchemaNode user) {
        SchemaNode type = types.get(name);
        if (type == null) {
            throw user.fault("no type " + name + " in these files");
        }
        return type;
    }

    /** The element that {@code element} refers to, or itself. */
    SchemaNode target(SchemaNode element) {
        String ref = element.attribute("ref");
        if (ref.isEmpty()) {
            return element;
        }
        SchemaNode target = elements.get(ref);
        if (target == null) {
            throw element.fault("no element " + ref + " in these files");
        }
        return target;
    }

    /** Name of the type that an element has or extends; "" when it has one of its own that extends nothing. */
    String typeOf(SchemaNode element) {
        SchemaNode target = target(element);
        String type = target.attribute("type");
        return type.isEmpty() ? target.base() : type;
    }

    /** The first along the chain of types that {@code element} extends for which there is an answer. */
    <T> Optional<T> along(SchemaNode element, TypeQuestion<T> question) {
        SchemaNode at = target(element);
        String next = typeOf(element);
        Optional<T> found = question.ask("", at);
        for (int i = 0; found.isEmpty() && !next.isEmpty() && !isBuiltIn(next); i++) {
            if (i == LONGEST_CHAIN) {
                throw element.fault("types extend each other more than " + LONGEST_CHAIN + " times");
            }
            String name = next;
            at = types.get(name);
            if (at == null) {
                return Optional.empty();
            }
            found = question.ask(name, at);
            next = at.base();
        }
        return found;
    }

    /** Asked of a type. */
    interface TypeQuestion<T> {
        /** @param name of the type, "" for the one inside the element */
        Optional<T> ask(String name, SchemaNode type);
    }
}
