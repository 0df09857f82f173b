package org.c4igateway.topics.definition;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.c4igateway.topics.definition.model.FieldDefinition;
import org.c4igateway.topics.definition.model.SetDefinition;
import org.c4igateway.topics.mtf.ColumnarSet;
import org.c4igateway.topics.mtf.FreeTextSet;
import org.c4igateway.topics.mtf.LinearSet;
import org.c4igateway.topics.mtf.MsgidSet;
import org.c4igateway.topics.mtf.MtfDocument;
import org.c4igateway.topics.mtf.MtfField;
import org.c4igateway.topics.mtf.MtfSet;

/**
 * One field of the sets with one identifier, wherever they stand in a message. Immutable, safe for any thread.
 *
 * @param setId set identifier
 * @param position position from 1: field of a linear set (of MSGID as in the classic layout), column of a columnar set;
 *     of free text the subject (GENTEXT only), then the text
 * @param period the field comes again this many positions later, to the end of the set; 0 when it does not
 */
public record FieldReference(String setId, int position, int period) {
    private static final String GENTEXT = "GENTEXT";
    private static final String MSGID = "MSGID";
    private static final Map<String, List<String>> FREE_TEXT = Map.of(
            GENTEXT,
            List.of("subject", "text"),
            "AMPN",
            List.of("text"),
            "NARR",
            List.of("text"),
            "RMKS",
            List.of("text"));

    public FieldReference {
        requireIdentifier(setId);
        if (position < 1 || period < 0) {
            throw new IllegalArgumentException("fields count from 1, not " + position);
        }
    }

    /**
     * The field at exactly this position. A set without definition may have any.
     *
     * @throws IllegalArgumentException saying why there is no such field, and which there are
     */
    public static FieldReference at(DefinitionLibrary library, String setId, int position) {
        List<String> names = names(library, setId);
        boolean open = names.isEmpty()
                || library.findSet(setId).map(set -> set.repeating() > 0).orElse(false);
        if (!open && position > names.size()) {
            throw new IllegalArgumentException(
                    "set " + setId + " has no field " + position + "; it has " + list(names));
        }
        return new FieldReference(setId, position, 0);
    }

    /**
     * The field, with its repetitions, that the definition of the set calls so.
     *
     * @throws IllegalArgumentException saying why there is no such field, and which there are
     */
    public static FieldReference named(DefinitionLibrary library, String setId, String name) {
        requireIdentifier(setId);
        List<String> names = names(library, setId);
        int index = names.indexOf(name);
        if (index < 0) {
            throw new IllegalArgumentException(
                    names.isEmpty()
                            ? "set " + setId + " has no definition: its fields have numbers only"
                            : "set " + setId + " has no field '" + name + "'; it has " + list(names));
        }
        int repeating = library.findSet(setId).map(SetDefinition::repeating).orElse(0);
        return new FieldReference(setId, index + 1, index >= names.size() - repeating ? repeating : 0);
    }

    /** Whether it is known which fields the set has: by its definition, or because it is one of free text. */
    public static boolean knows(DefinitionLibrary library, String setId) {
        return !names(library, setId).isEmpty();
    }

    /** @throws IllegalArgumentException when no set can have this identifier */
    public static void requireIdentifier(String setId) {
        if (!MtfSet.isIdentifier(setId)) {
            throw new IllegalArgumentException("'" + setId + "' is no identifier of a set");
        }
    }

    /** What the field holds in each set, row and repetition, in the order of the message; what is empty is left out. */
    public List<String> values(MtfDocument document) {
        List<String> values = new ArrayList<>();
        for (MtfSet set : document.sets()) {
            if (set.id().equals(setId)) {
                add(set, values);
            }
        }
        return values;
    }

    private void add(MtfSet set, List<String> values) {
        switch (set) {
            case LinearSet linear
            when setId.equals(MSGID) ->
                MsgidSet.of(linear).part(position).map(MtfField::text).ifPresent(values::add);
            case LinearSet linear -> addRepetitions(linear.fields(), values);
            case ColumnarSet columnar -> columnar.rows().forEach(row -> addField(row, position, values));
            case FreeTextSet free -> {
                String text = setId.equals(GENTEXT) && position == 1 ? free.subject() : free.text();
                if (!text.isEmpty()) {
                    values.add(text);
                }
            }
        }
    }

    private void addRepetitions(List<MtfField> fields, List<String> values) {
        int last = period == 0 ? position : fields.size();
        for (int at = position; at <= last; at += Math.max(1, period)) {
            addField(fields, at, values);
        }
    }

    private static void addField(List<MtfField> fields, int at, List<String> values) {
        if (at <= fields.size() && !fields.get(at - 1).isEmpty()) {
            values.add(fields.get(at - 1).text());
        }
    }

    /** @return empty when the set has no definition */
    private static List<String> names(DefinitionLibrary library, String setId) {
        return library.findSet(setId)
                .map(set -> set.fields().stream().map(FieldDefinition::name).toList())
                .orElse(FREE_TEXT.getOrDefault(setId, List.of()));
    }

    private static String list(List<String> names) {
        return String.join(", ", names);
    }
}
