package org.c4igateway.topics.mtf;

import java.util.List;
import java.util.Optional;
import org.c4igateway.topics.mtf.rule.Diagnostic;
import org.c4igateway.topics.mtf.rule.Severity;
import org.c4igateway.topics.mtf.scan.MtfScan;
import org.c4igateway.topics.mtf.source.MtfSource;
import org.jspecify.annotations.Nullable;

/**
 * A message: heading, sets of the main text, ending, and what was said about it. Immutable. Two documents are equal
 * when heading text, sets and ending text are; positions and diagnostics do not count.
 */
public final class MtfDocument {
    private final @Nullable MtfSource source;
    private final MtfHeading heading;
    private final List<MtfSet> sets;
    private final String ending;
    private final List<Diagnostic> diagnostics;
    private final boolean accepted;

    private MtfDocument(
            @Nullable MtfSource source,
            MtfHeading heading,
            List<MtfSet> sets,
            String ending,
            List<Diagnostic> diagnostics,
            boolean accepted) {
        this.source = source;
        this.heading = heading;
        this.sets = List.copyOf(sets);
        this.ending = ending;
        this.diagnostics = diagnostics;
        this.accepted = accepted;
    }

    static MtfDocument read(MtfSource source, MtfScan scan, List<MtfSet> sets) {
        return new MtfDocument(
                source,
                MtfHeading.read(source.text(0, scan.mainStart())),
                sets,
                source.text(scan.mainEnd(), source.length()),
                scan.diagnostics(),
                scan.accepted());
    }

    /** A document built from sets, without heading and ending. */
    public static MtfDocument of(List<MtfSet> sets) {
        return new MtfDocument(null, MtfHeading.NONE, sets, "", List.of(), true);
    }

    /** This document with other heading and ending texts; lines end with '\n'. */
    public MtfDocument withEnvelope(String headingText, String endingText) {
        return new MtfDocument(null, MtfHeading.read(headingText), sets, endingText, List.of(), accepted);
    }

    /** This document with other sets; it is no longer written as the bytes it was read from. */
    public MtfDocument withSets(List<MtfSet> newSets) {
        return new MtfDocument(null, heading, newSets, ending, List.of(), true);
    }

    public MtfHeading heading() {
        return heading;
    }

    /** The sets of the main text in order. */
    public List<MtfSet> sets() {
        return sets;
    }

    /** What stands after the main text (ACP 126/127), with its line ends; "" when nothing does. */
    public String ending() {
        return ending;
    }

    /** What was found while reading; bounded. Empty for a document that was built. */
    public List<Diagnostic> diagnostics() {
        return diagnostics;
    }

    /** No error was found. */
    public boolean accepted() {
        return accepted;
    }

    /** The first linear set with this identifier. */
    public Optional<LinearSet> first(String setId) {
        return sets.stream()
                .filter(LinearSet.class::isInstance)
                .map(LinearSet.class::cast)
                .filter(set -> set.id().equals(setId))
                .findFirst();
    }

    /** The MSGID set, if there is one. */
    public Optional<MsgidSet> messageId() {
        return first("MSGID").map(MsgidSet::of);
    }

    /** The bytes that were read, as a copy; empty for a document that was built or changed. */
    public Optional<byte[]> raw() {
        return Optional.ofNullable(source).map(read -> read.copy(0, read.length()));
    }

    /** A diagnostic that points at an offset of the message; line 1, column 1 when the document was built. */
    public Diagnostic diagnosticAt(int offset, Severity severity, String rule, String text) {
        if (source == null) {
            return new Diagnostic(severity, 1, 1, rule, text);
        }
        int lineStart = source.lineStart(offset);
        return new Diagnostic(severity, source.line(offset), source.column(lineStart, offset), rule, text);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof MtfDocument that
                && heading.text().equals(that.heading.text())
                && sets.equals(that.sets)
                && ending.equals(that.ending);
    }

    @Override
    public int hashCode() {
        return sets.hashCode();
    }

    @Override
    public String toString() {
        return "MtfDocument" + sets;
    }
}
