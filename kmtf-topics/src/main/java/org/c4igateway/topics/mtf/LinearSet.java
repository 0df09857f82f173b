package org.c4igateway.topics.mtf;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A set of fields on one or more lines. Immutable, safe for any thread. */
public final class LinearSet extends MtfSet {
    private @Nullable List<MtfField> fields;

    LinearSet(SetView view) {
        super(view);
    }

    /**
     * Builds a set.
     *
     * @throws IllegalArgumentException when the identifier or a field has no legal form
     */
    public static LinearSet of(String id, List<MtfField> fields) {
        if (!SetNames.isLinear(id)) {
            throw new IllegalArgumentException("'" + id + "' is no identifier of a linear set");
        }
        CellText text = new CellText(id);
        fields.forEach(text::cell);
        return new LinearSet(text.endSet());
    }

    /** Builds a set from field texts; "-" is an empty field. */
    public static LinearSet of(String id, String... fields) {
        return of(id, java.util.Arrays.stream(fields).map(MtfField::new).toList());
    }

    /** The fields in order, empty ones included as written; made on the first call. */
    public List<MtfField> fields() {
        List<MtfField> known = fields;
        if (known == null) {
            known = view.fields(0, view.cellCount());
            fields = known;
        }
        return known;
    }

    /** The field at a position from 1 as in the definitions, unless it is missing or empty. */
    public Optional<MtfField> field(int position) {
        if (position < 1 || position > view.cellCount()) {
            return Optional.empty();
        }
        MtfField field = MtfField.read(view.cellText(position - 1));
        return field.isEmpty() ? Optional.empty() : Optional.of(field);
    }

    /** Offset in the message of the field at a position from 1; the end of the set when there is no such field. */
    public int fieldOffset(int position) {
        return position <= view.cellCount() ? view.cellOffset(position - 1) : view.end();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LinearSet that
                && id().equals(that.id())
                && MtfField.withoutTrailingEmpty(fields()).equals(MtfField.withoutTrailingEmpty(that.fields()));
    }

    @Override
    public int hashCode() {
        return id().hashCode() * 31 + MtfField.withoutTrailingEmpty(fields()).hashCode();
    }

    @Override
    public String toString() {
        return id() + fields();
    }
}
