package org.c4igateway.test.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The frozen samples of one release. A file holds sections that begin with their name in brackets; the lines below are
 * the sample; what follows two blanks and a hash sign is a remark. Nothing here writes a file.
 */
final class WireSamples {
    private static final Path ROOT = Path.of("src", "test", "resources", "wire");
    private static final Pattern DIGITS = Pattern.compile("[0-9a-f]+");

    private final Map<String, List<String>> sections = new TreeMap<>();

    WireSamples(String release) throws IOException {
        Path directory = ROOT.resolve(release);
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".hex")).toList()) {
                String name = String.valueOf(file.getFileName());
                read(file).forEach((section, lines) -> sections.put(name + " [" + section + "]", lines));
            }
        }
    }

    /** Names of all samples, as {@link WireForm#toString} gives them. */
    List<String> names() {
        return List.copyOf(sections.keySet());
    }

    /** The lines of a sample; empty when there is none. */
    List<String> lines(WireForm<?> form) {
        return sections.getOrDefault(form.toString(), List.of());
    }

    private static Map<String, List<String>> read(Path file) throws IOException {
        Map<String, List<String>> sections = new LinkedHashMap<>();
        List<String> current = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            String text = line.replaceFirst("(^|\\s\\s)#.*", "").strip();
            if (text.startsWith("[")) {
                current = new ArrayList<>();
                if (sections.put(text.substring(1, text.length() - 1), current) != null) {
                    throw new IOException(file + " has two samples " + text);
                }
            } else if (!text.isEmpty()) {
                add(text, current);
            }
        }
        return sections;
    }

    /** Digits go on behind those of the line before. */
    private static void add(String text, List<String> lines) {
        if (DIGITS.matcher(text).matches() && !lines.isEmpty()) {
            lines.add(lines.removeLast() + text);
        } else {
            lines.add(text);
        }
    }
}
