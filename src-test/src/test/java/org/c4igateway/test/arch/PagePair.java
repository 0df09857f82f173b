package org.c4igateway.test.arch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.c4igateway.test.arch.MarkdownPage.Block;
import org.c4igateway.test.arch.MarkdownPage.Code;
import org.c4igateway.test.arch.MarkdownPage.Item;
import org.c4igateway.test.arch.MarkdownPage.Paragraph;
import org.c4igateway.test.arch.MarkdownPage.Row;
import org.c4igateway.test.arch.MarkdownPage.Section;

/**
 * A page and its translation. They agree when they have the same headings, paragraphs, items, rows and blocks of code,
 * and in each item, each row and the paragraphs of each section the same codes, names of alerts, words in backquotes,
 * links and figures. Words and their order are free.
 *
 * @param targets what a link of a page leads to, the same for both languages
 */
record PagePair(MarkdownPage english, MarkdownPage korean, BiFunction<MarkdownPage, String, String> targets) {
    private static final Pattern NAME = Pattern.compile("GW-\\d{3}|(?<![A-Za-z])C4i[A-Z]\\w*");

    /** Whether a code is in backquotes is free. */
    private static final Pattern QUOTED = Pattern.compile("`(?:" + NAME + ")`");

    private static final Pattern SPAN = Pattern.compile("`([^`]+)`");
    private static final Pattern LINK = Pattern.compile("(?<=\\])\\(([^)\\s]+)\\)|<(https?:[^>]+)>");
    private static final Pattern HANGUL = Pattern.compile("\\p{IsHangul}");
    private static final Pattern AFTER_HASH = Pattern.compile("(|.*?\\s)(# .*)");
    private static final Map<String, Pattern> COMMENTS = Map.of(
            "", AFTER_HASH,
            "bash", AFTER_HASH,
            "sh", AFTER_HASH,
            "yaml", AFTER_HASH,
            "sql", Pattern.compile("(.*?)(-- .*)"));

    /** @return a line for each difference; empty when the pages agree */
    List<String> differences() {
        List<Section> ours = english.sections();
        List<Section> theirs = korean.sections();
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < Math.min(ours.size(), theirs.size()); i++) {
            if (ours.get(i).level() != theirs.get(i).level()) {
                differences.add(place(theirs.get(i).line(), ours.get(i).line()) + "the heading has another level");
                return differences;
            }
            differences.addAll(compare(ours.get(i), theirs.get(i)));
        }
        if (ours.size() != theirs.size()) {
            differences.add("%s has %d headings, %s %d"
                    .formatted(korean.name(), theirs.size() - 1, english.name(), ours.size() - 1));
        }
        return differences;
    }

    private String place(int korean, int english) {
        return "%s:%d (%s:%d) ".formatted(this.korean.name(), korean, this.english.name(), english);
    }

    private List<String> compare(Section ours, Section theirs) {
        String place = place(theirs.line(), ours.line());
        List<String> shape = ours.blocks().stream().map(Block::shape).toList();
        List<String> other = theirs.blocks().stream().map(Block::shape).toList();
        if (!shape.equals(other)) {
            return List.of(place + "is of " + other + ", not of " + shape);
        }
        List<String> differences = new ArrayList<>();
        compareText(place, prose(ours), prose(theirs), differences);
        for (int i = 0; i < shape.size(); i++) {
            Block our = ours.blocks().get(i);
            Block their = theirs.blocks().get(i);
            if (our instanceof Row(int at, String text) && their instanceof Row(int line, String translation)) {
                compareText(place(line, at), text, translation, differences);
            } else if (our instanceof Item(int at, String text)
                    && their instanceof Item(int line, String translation)) {
                compareText(place(line, at), text, translation, differences);
            } else if (our instanceof Code code && their instanceof Code translation) {
                compareCode(code, translation, differences);
            }
        }
        return differences;
    }

    /** Sentences may move between the paragraphs of a section. */
    private static String prose(Section section) {
        return section.blocks().stream()
                .map(block -> block instanceof Paragraph(int line, String text) ? text : "")
                .collect(Collectors.joining("\n", section.title() + "\n", ""));
    }

    private void compareText(String place, String ours, String theirs, List<String> differences) {
        compareSets(place, all(NAME, ours), all(NAME, theirs), differences);
        compareSets(place, spans(ours), spans(theirs), differences);
        compareSets(place, links(english, ours), links(korean, theirs), differences);
        Figures.of(bare(ours)).missing(Figures.of(bare(theirs))).forEach(each -> differences.add(place + each));
    }

    private static void compareSets(String place, Set<String> ours, Set<String> theirs, List<String> differences) {
        ours.stream().filter(each -> !theirs.contains(each)).forEach(each -> differences.add(place + "lacks " + each));
        theirs.stream()
                .filter(each -> !ours.contains(each))
                .forEach(each -> differences.add(place + "has " + each + " more"));
    }

    private static Set<String> spans(String text) {
        return all(SPAN, QUOTED.matcher(text).replaceAll(""));
    }

    private static Set<String> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<String> links(MarkdownPage page, String text) {
        return LINK.matcher(SPAN.matcher(text).replaceAll(""))
                .results()
                .map(link -> "the link " + targets.apply(page, link.group(1) == null ? link.group(2) : link.group(1)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Without what is compared as a whole. */
    private static String bare(String text) {
        return LINK.matcher(SPAN.matcher(text).replaceAll(" ")).replaceAll(" ");
    }

    private void compareCode(Code ours, Code theirs, List<String> differences) {
        String place = place(theirs.line(), ours.line());
        if (!ours.language().equals(theirs.language())
                || ours.lines().size() != theirs.lines().size()) {
            differences.add(place + "the code has another language or number of lines");
            return;
        }
        for (int i = 0; i < ours.lines().size(); i++) {
            String line = ours.lines().get(i);
            String other = theirs.lines().get(i);
            if (!line.equals(other) && !isTranslation(ours.language(), line, other)) {
                differences.add(place(theirs.line() + i + 1, ours.line() + i + 1) + "the code is " + other);
            }
        }
    }

    /** The same code, with the comment in Korean. */
    private static boolean isTranslation(String language, String line, String other) {
        Pattern comment = COMMENTS.get(language);
        if (comment == null) {
            return false;
        }
        Matcher ours = comment.matcher(line);
        Matcher theirs = comment.matcher(other);
        return ours.matches()
                && theirs.matches()
                && ours.group(1).equals(theirs.group(1))
                && HANGUL.matcher(theirs.group(2)).find()
                && Figures.of(ours.group(2))
                        .missing(Figures.of(theirs.group(2)))
                        .isEmpty();
    }
}
