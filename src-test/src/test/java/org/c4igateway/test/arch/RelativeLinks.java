package org.c4igateway.test.arch;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.c4igateway.test.arch.MarkdownPage.Block;
import org.c4igateway.test.arch.MarkdownPage.Code;
import org.c4igateway.test.arch.MarkdownPage.Item;
import org.c4igateway.test.arch.MarkdownPage.Paragraph;
import org.c4igateway.test.arch.MarkdownPage.Row;

/**
 * The links between the files of a repository that its Markdown pages have. Text in code is no link.
 *
 * @param root of the repository
 * @param texts of the pages
 */
record RelativeLinks(Path root, Map<Path, String> texts) {
    private static final Set<String> NO_SOURCES = Set.of(".git", ".venv", "target");
    private static final Pattern SPAN = Pattern.compile("`[^`]+`");
    private static final Pattern LINK = Pattern.compile("(?<=\\])\\(([^)\\s]+)[^)]*\\)");
    private static final Pattern ELSEWHERE = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*");

    /** @param line of the page, where the paragraph, item or row with the link begins */
    record Link(Path page, int line, String target) {}

    RelativeLinks {
        texts = Map.copyOf(texts);
    }

    static RelativeLinks read(Path root) throws IOException {
        Path top = root.toAbsolutePath().normalize();
        Map<Path, String> texts = new TreeMap<>();
        Files.walkFileTree(top, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return NO_SOURCES.contains(String.valueOf(directory.getFileName()))
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (file.toString().endsWith(".md")) {
                    texts.put(file, Files.readString(file));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return new RelativeLinks(top, texts);
    }

    List<Link> all() {
        return texts.keySet().stream().sorted().flatMap(this::of).toList();
    }

    /** @return a line for each link whose file is not in the repository, or whose page has no such place */
    List<String> broken() {
        return all().stream()
                .filter(link -> !leadsSomewhere(link))
                .map(link -> "%s:%d %s".formatted(root.relativize(link.page()), link.line(), link.target()))
                .toList();
    }

    private Stream<Link> of(Path page) {
        List<Link> links = new ArrayList<>();
        parse(page).sections().forEach(section -> {
            collect(page, section.line(), section.title(), links);
            section.blocks().forEach(block -> collect(page, block.line(), text(block), links));
        });
        return links.stream();
    }

    private static void collect(Path page, int line, String text, List<Link> links) {
        LINK.matcher(SPAN.matcher(text).replaceAll(""))
                .results()
                .map(link -> link.group(1))
                .filter(target -> !ELSEWHERE.matcher(target).matches())
                .forEach(target -> links.add(new Link(page, line, target)));
    }

    private static String text(Block block) {
        return switch (block) {
            case Paragraph(int line, String text) -> text;
            case Item(int line, String text) -> text;
            case Row(int line, String text) -> text;
            case Code code -> "";
        };
    }

    private boolean leadsSomewhere(Link link) {
        int mark = link.target().indexOf('#');
        String name = mark < 0 ? link.target() : link.target().substring(0, mark);
        Path file =
                name.isEmpty() ? link.page() : link.page().resolveSibling(name).normalize();
        if (!file.startsWith(root) || !Files.exists(file)) {
            return false;
        }
        return mark < 0
                || !texts.containsKey(file)
                || hasPlace(file, link.target().substring(mark + 1));
    }

    private boolean hasPlace(Path page, String anchor) {
        return parse(page).heading(anchor) >= 0 || texts.getOrDefault(page, "").contains("<a id=\"" + anchor + "\">");
    }

    private MarkdownPage parse(Path page) {
        return MarkdownPage.parse(root.relativize(page).toString(), texts.getOrDefault(page, ""));
    }
}
