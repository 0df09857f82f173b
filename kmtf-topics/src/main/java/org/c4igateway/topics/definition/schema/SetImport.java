package org.c4igateway.topics.definition.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.topics.definition.model.FieldDefinition;

/** Makes set definitions, as definition files write them, of complex types that name a set. One import, one thread. */
final class SetImport {
    /** Sets that the definitions do not list or that are built in. */
    static final Set<String> BUILT_IN = Set.of("GENTEXT", "AMPN", "NARR", "RMKS", "MSGID");

    /** Elements of application information that name the descriptor of a field. */
    static final Set<String> DESCRIPTORS = Set.of("FieldDescriptor");

    private static final Set<String> COMMENTS = Set.of("AMPN", "NARR");
    private static final int MAX_BASES = 32;

    private final SchemaIndex index;
    private final FormatImport formats;
    private int undescribed;

    SetImport(SchemaIndex index, FormatImport formats) {
        this.index = index;
        this.formats = formats;
    }

    /** How many fields take any descriptor, because the schema does not name theirs. */
    int undescribed() {
        return undescribed;
    }

    /** The identifier of the set that a type describes; empty when it describes none. */
    static Optional<String> idOf(SchemaNode type) {
        String fixed = type.fixed("setid");
        String id = fixed.isEmpty()
                ? type.first("complexType").map(inside -> inside.fixed("setid")).orElse("")
                : fixed;
        return Optional.of(id.isEmpty() ? type.info("SetFormatIdentifier", "setid") : id)
                .filter(found -> !found.isEmpty());
    }

    /** The identifier of the set that stands at an element; empty when the element is no set. */
    Optional<String> setAt(SchemaNode element) {
        return index.along(element, (name, type) -> idOf(type));
    }

    Map<String, Object> read(String id, SchemaNode type) {
        List<SchemaNode> members = new ArrayList<>();
        members(type, members, 0);
        List<Object> fields = new ArrayList<>();
        int repeating = 0;
        boolean columnar = Character.isDigit(id.charAt(0));
        for (SchemaNode member : members) {
            if (repeating > 0) {
                throw member.fault("set " + id + " has fields behind a group that repeats");
            }
            List<SchemaNode> group = group(member);
            for (SchemaNode field : group) {
                fields.add(field(field, columnar));
            }
            repeating = isRepeated(member) || (group.size() == 1 && isRepeated(group.getFirst())) ? group.size() : 0;
        }
        if (fields.isEmpty()) {
            throw type.fault("set " + id + " has no fields");
        }
        Map<String, Object> set = new LinkedHashMap<>();
        set.put("title", title(type));
        set.put(columnar ? "columns" : "fields", fields);
        if (repeating > 0 && !columnar) {
            set.put("repeating", Integer.toString(repeating));
        }
        return set;
    }

    /** Fields, choices and groups of the types that this one extends, then its own. */
    private void members(SchemaNode type, List<SchemaNode> members, int bases) {
        String base = type.base();
        SchemaNode extended = SchemaIndex.isBuiltIn(base) ? null : index.types().get(base);
        if (extended != null && bases < MAX_BASES) {
            members(extended, members, bases + 1);
        }
        type.inner("sequence")
                .ifPresent(sequence -> sequence.children().stream()
                        .filter(child -> child.is("choice") || (child.is("element") && isField(child)))
                        .forEach(members::add));
    }

    private boolean isField(SchemaNode element) {
        return !element.attribute("ref").endsWith("AugmentationPoint")
                && setAt(element).filter(COMMENTS::contains).isEmpty();
    }

    /** The fields of a group; a field alone otherwise. */
    private List<SchemaNode> group(SchemaNode member) {
        boolean named = member.attribute("name").equalsIgnoreCase("group_of_fields")
                || index.target(member)
                        .name()
                        .toLowerCase(java.util.Locale.ROOT)
                        .contains("groupoffields");
        if (!named) {
            return List.of(member);
        }
        SchemaNode sequence = index.along(member, (name, type) -> type.inner("sequence"))
                .orElseThrow(() -> member.fault("the group has no fields"));
        return sequence.children().stream()
                .filter(child -> child.is("choice") || (child.is("element") && isField(child)))
                .toList();
    }

    private static boolean isRepeated(SchemaNode member) {
        String most = member.attribute("maxOccurs");
        return !most.isEmpty() && !most.equals("1");
    }

    private Map<String, Object> field(SchemaNode member, boolean columnar) {
        Map<String, Object> field = new LinkedHashMap<>();
        List<SchemaNode> alternatives = alternatives(member);
        field.put("name", title(member.is("choice") ? alternatives.getFirst() : member));
        String header = member.info("ColumnHeader", "ColumnName", "columnName");
        if (columnar && !header.isEmpty()) {
            field.put("header", header);
        }
        field.put("use", use(member));
        List<Object> forms = forms(alternatives);
        if (forms.size() == 1 && forms.getFirst() instanceof Map<?, ?> only && !only.containsKey("descriptor")) {
            field.put("format", only.get("format"));
        } else {
            field.put("alternatives", forms);
        }
        return field;
    }

    private List<SchemaNode> alternatives(SchemaNode member) {
        Optional<SchemaNode> choice =
                member.is("choice") ? Optional.of(member) : index.along(member, (name, type) -> type.inner("choice"));
        return choice.map(all -> all.all("element").toList())
                .filter(all -> !all.isEmpty())
                .orElse(List.of(member));
    }

    private List<Object> forms(List<SchemaNode> alternatives) {
        long bare = alternatives.stream()
                .filter(alternative -> descriptor(alternative).isEmpty())
                .count();
        boolean known = index.namesDescriptors() && bare <= 1;
        undescribed += known || bare == 0 ? 0 : 1;
        List<Object> forms = new ArrayList<>();
        for (SchemaNode alternative : alternatives) {
            String descriptor = descriptor(alternative);
            Map<String, Object> form = new LinkedHashMap<>();
            if (!descriptor.isEmpty() || !known) {
                form.put("descriptor", descriptor.isEmpty() ? FieldDefinition.Alternative.ANY_DESCRIPTOR : descriptor);
            }
            form.put("format", formats.of(alternative));
            forms.add(form);
        }
        return forms;
    }

    private static String descriptor(SchemaNode alternative) {
        return alternative.info(DESCRIPTORS.toArray(String[]::new)).replace(":", "");
    }

    /** A field that may be nil may be a hyphen, which a mandatory field of a definition may not be. */
    private String use(SchemaNode member) {
        String category = member.info("OccurrenceCategory", "occurrenceCategory");
        if (category.startsWith("C")) {
            return "C";
        }
        boolean nil = index.target(member).attribute("nillable").equals("true")
                || member.attribute("nillable").equals("true");
        return member.attribute("minOccurs").equals("0") || nil ? "O" : "M";
    }

    /** What it is called in the standard, or its name with blanks. */
    String title(SchemaNode node) {
        SchemaNode target = node.is("element") ? index.target(node) : node;
        String told = node.info("FieldFormatPositionName", "SetFormatName", "positionName", "MtfName");
        return told.isEmpty() ? target.name().replaceAll("[._]", " ").replaceAll("(?<=[a-z])(?=[A-Z])", " ") : told;
    }
}
