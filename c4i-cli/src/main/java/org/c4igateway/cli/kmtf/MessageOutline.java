package org.c4igateway.cli.kmtf;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.c4igateway.topics.definition.DefinitionLibrary;
import org.c4igateway.topics.definition.model.FieldDefinition;
import org.c4igateway.topics.definition.model.MessageDefinition;
import org.c4igateway.topics.definition.model.SetDefinition;
import org.c4igateway.topics.mtf.ColumnarSet;
import org.c4igateway.topics.mtf.FreeTextSet;
import org.c4igateway.topics.mtf.LinearSet;
import org.c4igateway.topics.mtf.MsgidSet;
import org.c4igateway.topics.mtf.MtfDocument;
import org.c4igateway.topics.mtf.MtfField;
import org.c4igateway.topics.mtf.MtfSet;

/**
 * The sets and fields of a message, with the names that definitions give them.
 *
 * @param name MTF message name, or "" without MSGID
 * @param title of its definition, or "" without one
 * @param sets in order
 */
record MessageOutline(String name, String title, List<Set> sets) {
    /**
     * A set.
     *
     * @param title of its definition, or "" without one
     * @param line from 1
     * @param rows fields of a linear set are one row, those of a columnar set one for each of its rows; none of free
     *     text
     * @param text of a free-text set only
     */
    record Set(String id, String title, int line, List<List<Field>> rows, Optional<Text> text) {}

    /**
     * What a free-text set says.
     *
     * @param subject of GENTEXT, else ""
     */
    record Text(String subject, String content) {}

    /**
     * A field.
     *
     * @param name by definition, or "" without one
     * @param text as written; "-" when empty
     */
    record Field(String name, String text) {}

    static MessageOutline of(MtfDocument document, DefinitionLibrary library) {
        String name = document.messageId().map(MsgidSet::name).orElse("");
        String title = library.find(name).map(MessageDefinition::title).orElse("");
        return new MessageOutline(
                name,
                title,
                document.sets().stream().map(set -> set(set, library)).toList());
    }

    private static Set set(MtfSet set, DefinitionLibrary library) {
        List<FieldDefinition> fields =
                library.findSet(set.id()).map(SetDefinition::fields).orElse(List.of());
        int repeating = library.findSet(set.id()).map(SetDefinition::repeating).orElse(0);
        String title = library.findSet(set.id()).map(SetDefinition::title).orElse("");
        return switch (set) {
            case LinearSet linear -> rows(linear, title, List.of(row(linear.fields(), fields, repeating)));
            case ColumnarSet columnar ->
                rows(
                        columnar,
                        title,
                        columnar.rows().stream().map(row -> row(row, fields, 0)).toList());
            case FreeTextSet free ->
                new Set(free.id(), title, free.line(), List.of(), Optional.of(new Text(free.subject(), free.text())));
        };
    }

    private static Set rows(MtfSet set, String title, List<List<Field>> rows) {
        return new Set(set.id(), title, set.line(), rows, Optional.empty());
    }

    private static List<Field> row(List<MtfField> written, List<FieldDefinition> defined, int repeating) {
        List<Field> row = new ArrayList<>();
        for (int i = 0; i < written.size(); i++) {
            row.add(new Field(nameOf(i, defined, repeating), written.get(i).text()));
        }
        return row;
    }

    /** Fields behind the defined ones belong to the group that repeats. */
    private static String nameOf(int position, List<FieldDefinition> defined, int repeating) {
        int size = defined.size();
        if (position < size) {
            return defined.get(position).name();
        }
        return repeating == 0
                ? ""
                : defined.get(size - repeating + (position - size) % repeating).name();
    }
}
