package org.c4igateway.topics.definition.check;

import java.util.List;
import org.c4igateway.topics.definition.model.FieldDefinition;
import org.c4igateway.topics.definition.model.FieldDefinition.Alternative;
import org.c4igateway.topics.definition.model.OccurrenceCategory;
import org.c4igateway.topics.definition.model.SetDefinition;
import org.c4igateway.topics.mtf.ColumnarSet;
import org.c4igateway.topics.mtf.LinearSet;
import org.c4igateway.topics.mtf.MtfField;

/** Holds the fields of sets against their definitions. One validation, one thread. */
public final class FieldMatcher {
    private static final int LONGEST_TEXT = 400;

    private final DefinitionFindings definitionFindings;

    public FieldMatcher(DefinitionFindings definitionFindings) {
        this.definitionFindings = definitionFindings;
    }

    public void linear(LinearSet set, SetDefinition definition) {
        if (!set.id().equals("MSGID")) { // its dialects are checked while parsing
            List<MtfField> written = set.fields();
            for (int i = 0; i < written.size() && !definitionFindings.full(); i++) {
                int index = index(i, definition);
                if (index < 0) {
                    definitionFindings.add(
                            DefinitionRule.FIELD_SURPLUS,
                            set.fieldOffset(i + 1),
                            definition.id() + " has " + definition.fields().size() + " fields");
                    return;
                }
                field(definition, index, i, written.get(i), set.fieldOffset(i + 1));
            }
            missing(definition, written.size(), set.endOffset());
        }
    }

    /** Which defined field a written one is: repeating groups start again. */
    private static int index(int written, SetDefinition definition) {
        int size = definition.fields().size();
        if (written < size) {
            return written;
        }
        return definition.repeating() == 0
                ? -1
                : size - definition.repeating() + (written - size) % definition.repeating();
    }

    private void missing(SetDefinition definition, int written, int offset) {
        for (int i = written; i < definition.fields().size(); i++) {
            if (definition.fields().get(i).use() == OccurrenceCategory.M) {
                definitionFindings.add(
                        DefinitionRule.FIELD_MISSING,
                        offset,
                        "field " + (i + 1) + " of " + definition.id() + " ("
                                + definition.fields().get(i).name() + ") is mandatory");
            }
        }
    }

    public void columnar(ColumnarSet set, SetDefinition definition) {
        List<String> headers =
                definition.fields().stream().map(FieldDefinition::header).toList();
        boolean known = headers.stream().noneMatch(String::isEmpty);
        if (known && !set.headers().equals(headers)) {
            definitionFindings.add(
                    DefinitionRule.COLUMN_HEADER, set.offset(), "the headers of " + set.id() + " are " + headers);
        }
        List<List<MtfField>> rows = set.rows();
        for (int row = 0; row < rows.size() && !definitionFindings.full(); row++) {
            List<MtfField> cells = rows.get(row);
            int most = Math.min(cells.size(), headers.size());
            for (int column = 0; column < most; column++) {
                field(definition, column, column, cells.get(column), set.cellOffset(row, column));
            }
            missing(definition, cells.size(), set.cellOffset(row, cells.size() - 1));
        }
    }

    private void field(SetDefinition set, int index, int position, MtfField field, int offset) {
        FieldDefinition definition = set.fields().get(index);
        String name = "field " + (position + 1) + " of " + set.id() + " (" + definition.name() + ")";
        if (field.isEmpty()) {
            if (definition.use() == OccurrenceCategory.M) {
                definitionFindings.add(DefinitionRule.FIELD_MISSING, offset, name + " is mandatory and not '-'");
            }
            return;
        }
        for (Alternative alternative : definition.alternatives()) {
            if (matches(alternative, field)) {
                return;
            }
        }
        report(definition, name, field, offset);
    }

    private static boolean matches(Alternative alternative, MtfField field) {
        String wanted = alternative.descriptor();
        boolean any = wanted.equals(Alternative.ANY_DESCRIPTOR);
        boolean described = !field.descriptor().isEmpty() && (any || wanted.equals(field.descriptor()));
        return (described && alternative.format().matches(field.value()))
                || ((any || wanted.isEmpty()) && alternative.format().matches(field.text()));
    }

    private void report(FieldDefinition definition, String name, MtfField field, int offset) {
        String descriptor = field.descriptor();
        List<String> known =
                definition.alternatives().stream().map(Alternative::descriptor).toList();
        if (!descriptor.isEmpty() && !known.contains(descriptor) && !takesAny(known)) {
            definitionFindings.add(
                    DefinitionRule.FIELD_DESCRIPTOR,
                    offset,
                    name + " has the descriptors " + known + ", not " + descriptor);
            return;
        }
        List<String> forms = definition.alternatives().stream()
                .filter(alternative -> descriptor.isEmpty()
                        || !known.contains(descriptor)
                        || alternative.descriptor().equals(descriptor))
                .map(FieldMatcher::describe)
                .toList();
        definitionFindings.add(
                DefinitionRule.FIELD_FORMAT, offset, shortened(name + " is " + String.join(", or ", forms)));
    }

    /** Imported fields have up to dozens of formats; the text goes to the origin with the refusal. */
    private static String shortened(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT - 1) + "…";
    }

    private static boolean takesAny(List<String> known) {
        return known.contains("") || known.contains(Alternative.ANY_DESCRIPTOR);
    }

    private static String describe(Alternative alternative) {
        String format = alternative.format().describe();
        return takesAny(List.of(alternative.descriptor())) ? format : alternative.descriptor() + ": and " + format;
    }
}
