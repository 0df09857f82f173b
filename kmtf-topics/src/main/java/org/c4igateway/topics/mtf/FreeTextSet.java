package org.c4igateway.topics.mtf;

import org.c4igateway.topics.mtf.scan.FreeTextLines;
import org.jspecify.annotations.Nullable;

/**
 * A set of free text: GENTEXT with a subject, AMPN, NARR or RMKS. Immutable, safe for any thread. Line breaks and runs
 * of blanks are layout and do not count in comparison.
 */
public final class FreeTextSet extends MtfSet {
    private static final String GENTEXT = "GENTEXT";

    private final boolean hasSubject;

    FreeTextSet(SetView view) {
        super(view);
        this.hasSubject = view.id().equals(GENTEXT);
    }

    /**
     * Builds AMPN, NARR or RMKS.
     *
     * @throws IllegalArgumentException when the text would not be read back as text
     */
    public static FreeTextSet of(String id, String text) {
        if (!SetNames.FREE_TEXT.contains(id) || id.equals(GENTEXT)) {
            throw new IllegalArgumentException("'" + id + "' is not AMPN, NARR or RMKS");
        }
        CellText cells = new CellText(id);
        cells.append("/");
        cells.piece(FreeTextLines.require(text));
        return new FreeTextSet(cells.endSet());
    }

    /**
     * Builds GENTEXT.
     *
     * @throws IllegalArgumentException when the subject is not 1 to 61 characters or the text would not be read back
     */
    public static FreeTextSet gentext(String subject, String text) {
        MtfField field = new MtfField(subject);
        if (subject.codePointCount(0, subject.length()) > 61) {
            throw new IllegalArgumentException("a subject longer than 61 characters");
        }
        CellText cells = new CellText(GENTEXT);
        cells.cell(field);
        cells.append("/");
        cells.piece(FreeTextLines.require(text));
        return new FreeTextSet(cells.endSet());
    }

    /** The subject of GENTEXT; "" when it is missing or a hyphen, and for other sets. */
    public String subject() {
        String subject = hasSubject && view.cellCount() > 0 ? view.cellText(0).strip() : "";
        return subject.equals("-") ? "" : subject;
    }

    /**
     * The text with its line breaks as '\n', page lines left out, no white space at either end; "" when there is none.
     */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (int piece = hasSubject ? 1 : 0; piece < view.cellCount(); piece++) {
            text.append(view.cellText(piece));
        }
        return text.toString().replace("\r", "").strip();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FreeTextSet that
                && id().equals(that.id())
                && subject().equals(that.subject())
                && FreeTextLines.words(text()).equals(FreeTextLines.words(that.text()));
    }

    @Override
    public int hashCode() {
        return (id().hashCode() * 31 + subject().hashCode()) * 31
                + FreeTextLines.words(text()).hashCode();
    }

    @Override
    public String toString() {
        return id() + "[" + subject() + "][" + text() + "]";
    }
}
