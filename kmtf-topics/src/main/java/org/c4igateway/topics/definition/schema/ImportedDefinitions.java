package org.c4igateway.topics.definition.schema;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/**
 * Definitions as maps and lists, in the form of definition files.
 *
 * @param formats by name
 * @param sets by identifier
 * @param messages by MTF name
 * @param gaps what the definitions say less exactly than the schemas
 */
public record ImportedDefinitions(
        Map<String, Object> formats, Map<String, Object> sets, Map<String, Object> messages, Gaps gaps) {
    private static final int ENTRIES_PER_FILE = 200;

    /**
     * Where more passes than the schemas allow; nothing that they allow is refused.
     *
     * @param formats formats that check less than the type, as length and kind of character only
     * @param fields fields that take any descriptor, because the schema does not name theirs
     * @param choices choices between sets: each may be left out
     */
    public record Gaps(int formats, int fields, int choices) {}

    /**
     * Writes definition files into a directory, which is made.
     *
     * @param files each file is added before it is written, so that the caller can remove it after a failure
     */
    public void write(Path directory, List<Path> files) throws IOException {
        Files.createDirectories(directory);
        section(directory, "formats", formats, files);
        section(directory, "sets", sets, files);
        section(directory, "messages", messages, files);
    }

    private static void section(Path directory, String section, Map<String, Object> entries, List<Path> files)
            throws IOException {
        Dump dump = new Dump(DumpSettings.builder()
                .setDefaultFlowStyle(FlowStyle.BLOCK)
                .setDereferenceAliases(true)
                .build());
        List<Map.Entry<String, Object>> all = List.copyOf(entries.entrySet());
        for (int from = 0; from < all.size(); from += ENTRIES_PER_FILE) {
            Map<String, Object> part = new LinkedHashMap<>();
            all.subList(from, Math.min(all.size(), from + ENTRIES_PER_FILE))
                    .forEach(entry -> part.put(entry.getKey(), entry.getValue()));
            Path file = directory.resolve(String.format("%s-%03d.yaml", section, from / ENTRIES_PER_FILE + 1));
            files.add(file);
            try (Writer out = Files.newBufferedWriter(file)) {
                out.write(dump.dumpToString(Map.of(section, part)));
            }
        }
    }
}
