package org.c4igateway.test.arch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page in Markdown, as far as its two languages must agree: sections, each of its heading and the blocks below it.
 * What stands before the first heading is a section without one.
 */
record MarkdownPage(String name, List<Section> sections) {
    private static final Pattern HEADING = Pattern.compile("(#{1,6}) (.*)");
    private static final Pattern FENCE = Pattern.compile("\\s*```(\\w*)\\s*");
    private static final Pattern ITEM = Pattern.compile("\\s*(?:[-*]|\\d+\\.) .*");

    MarkdownPage {
        sections = List.copyOf(sections);
    }

    /** One heading of {@code level} 1 to 6 (0: none), and what follows until the next one. */
    record Section(int line, int level, String title, List<Block> blocks) {}

    /** What blank lines, or a change of kind, divide. */
    sealed interface Block {
        /** @return the number of its first line, from 1 */
        int line();

        /** @return what it looks like without its words */
        String shape();
    }

    record Paragraph(int line, String text) implements Block {
        @Override
        public String shape() {
            return "paragraph";
        }
    }

    /** One item of a list; a list is as many of them. */
    record Item(int line, String text) implements Block {
        @Override
        public String shape() {
            return "item";
        }
    }

    /** The row that names the columns and the one of dashes count as rows. */
    record Row(int line, String text) implements Block {
        @Override
        public String shape() {
            return "row of "
                    + text.replace("\\|", "")
                            .chars()
                            .filter(each -> each == '|')
                            .count();
        }
    }

    record Code(int line, String language, List<String> lines) implements Block {
        @Override
        public String shape() {
            return "code";
        }
    }

    static MarkdownPage parse(String name, String text) {
        return new MarkdownPage(name, new Parser(text.lines().toList()).sections());
    }

    /** @return the place of the heading with that anchor, or -1 */
    int heading(String anchor) {
        Map<String, Integer> seen = new HashMap<>();
        for (int i = 0; i < sections.size(); i++) {
            String slug = sections.get(i)
                    .title()
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-');
            int before = seen.merge(slug, 1, Integer::sum) - 1;
            if (anchor.equals(before == 0 ? slug : slug + "-" + before)) {
                return i;
            }
        }
        return -1;
    }

    private static final class Parser {
        private final List<String> lines;
        private final List<Section> sections = new ArrayList<>();
        private List<Block> blocks = new ArrayList<>();
        private int at;

        Parser(List<String> lines) {
            this.lines = lines;
        }

        List<Section> sections() {
            sections.add(new Section(1, 0, "", blocks));
            while (at < lines.size()) {
                String line = lines.get(at);
                Matcher heading = HEADING.matcher(line);
                if (heading.matches()) {
                    blocks = new ArrayList<>();
                    sections.add(new Section(at + 1, heading.group(1).length(), heading.group(2), blocks));
                    at++;
                } else if (FENCE.matcher(line).matches()) {
                    blocks.add(code());
                } else if (line.startsWith("|")) {
                    blocks.add(new Row(at + 1, line));
                    at++;
                } else if (line.isBlank()) {
                    at++;
                } else {
                    blocks.add(prose());
                }
            }
            return sections;
        }

        private Code code() {
            int first = at;
            Matcher fence = FENCE.matcher(lines.get(at));
            String language = fence.matches() ? fence.group(1) : "";
            List<String> inside = new ArrayList<>();
            for (at++; at < lines.size() && !lines.get(at).strip().equals("```"); at++) {
                inside.add(lines.get(at));
            }
            at++;
            return new Code(first + 1, language, inside);
        }

        private Block prose() {
            int first = at;
            StringBuilder text = new StringBuilder(lines.get(at).strip());
            for (at++; at < lines.size() && goesOn(lines.get(at)); at++) {
                text.append(' ').append(lines.get(at).strip());
            }
            return ITEM.matcher(lines.get(first)).matches()
                    ? new Item(first + 1, text.toString())
                    : new Paragraph(first + 1, text.toString());
        }

        private static boolean goesOn(String line) {
            return !line.isBlank()
                    && !line.startsWith("|")
                    && !HEADING.matcher(line).matches()
                    && !FENCE.matcher(line).matches()
                    && !ITEM.matcher(line).matches();
        }
    }
}
