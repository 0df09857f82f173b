package org.c4igateway.test.arch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The pages of a directory that are in two languages, X.md and X.ko.md, and what their links lead to. */
record PageLinks(Map<String, MarkdownPage> pages) {
    private static final String ENGLISH = ".md";
    private static final String KOREAN = ".ko.md";

    PageLinks {
        pages = Map.copyOf(pages);
    }

    /** @param texts of pages by their names; a Korean page without an English one is a fault */
    static PageLinks of(Map<String, String> texts) {
        Map<String, MarkdownPage> pages = new TreeMap<>();
        texts.forEach((name, text) -> pages.put(name, MarkdownPage.parse(name, text)));
        return new PageLinks(pages);
    }

    static PageLinks read(Path directory) {
        Map<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path korean :
                    files.filter(file -> file.toString().endsWith(KOREAN)).toList()) {
                Path english = Path.of(korean.toString().replace(KOREAN, ENGLISH));
                texts.put(String.valueOf(korean.getFileName()), Files.readString(korean));
                texts.put(String.valueOf(english.getFileName()), Files.readString(english));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return of(texts);
    }

    /** @return the names of the Korean pages */
    List<String> korean() {
        return pages.keySet().stream().filter(PageLinks::isKorean).sorted().toList();
    }

    PagePair pair(String korean) {
        return new PagePair(page(english(korean)), page(korean), this::target);
    }

    private MarkdownPage page(String name) {
        MarkdownPage page = pages.get(name);
        if (page == null) {
            throw new IllegalArgumentException("no page " + name);
        }
        return page;
    }

    private static boolean isKorean(String name) {
        return name.endsWith(KOREAN);
    }

    private static String english(String name) {
        return isKorean(name) ? name.replace(KOREAN, ENGLISH) : name;
    }

    /**
     * The same for both languages: a heading of a page in two languages by its place there. A link from one language to
     * the other is like none of the other page, unless it is to the page itself.
     */
    private String target(MarkdownPage from, String link) {
        int mark = link.indexOf('#');
        String file = mark < 0 ? link : link.substring(0, mark);
        String name = file.isEmpty() ? from.name() : file;
        MarkdownPage page = pages.get(name);
        if (page == null) {
            return link;
        }
        boolean crosses = isKorean(name) != isKorean(from.name());
        if (crosses && !english(name).equals(english(from.name()))) {
            return link + " instead of that to the page in the same language";
        }
        if (mark < 0) {
            return english(name);
        }
        int heading = page.heading(link.substring(mark + 1));
        return heading < 0 ? link + ", a heading that is not there" : english(name) + ", heading " + heading;
    }
}
