package org.c4igateway.dbbridge.adopt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.yaml.YamlNode;

/**
 * Mappings of the tables of one C4I server.
 *
 * @param name of the file's mappings; schema and role of what is installed are called after it
 * @param encoding what the node beside the database has as {@code c4i.encoding}
 * @param outbound tables whose rows become messages
 * @param inbound tables that take received messages
 * @param reads tables that expressions look something up in
 * @param sequences sequences that expressions or defaults take numbers from
 */
public record MappingFile(
        String name,
        MtfEncoding encoding,
        List<OutboundMapping> outbound,
        List<InboundMapping> inbound,
        List<SqlName> reads,
        List<SqlName> sequences) {
    private static final int MAX_CHARACTERS = 1 << 20;
    private static final int MAX_MAPPINGS = 100;
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,31}");

    public MappingFile {
        outbound = List.copyOf(outbound);
        inbound = List.copyOf(inbound);
        reads = List.copyOf(reads);
        sequences = List.copyOf(sequences);
    }

    /**
     * Reads a file.
     *
     * @throws YamlNode.Fault with file, line and column of what is wrong in it
     */
    public static MappingFile read(Path file) throws IOException {
        return parse(file.getFileName().toString(), Files.readString(file));
    }

    /** The same for a text; {@code file} is its name in complaints. */
    static MappingFile parse(String file, String yaml) {
        YamlNode root = YamlNode.read(file, yaml, MAX_CHARACTERS);
        Map<String, YamlNode> keys = root.map(Set.of("name", "encoding", "outbound", "inbound", "reads", "sequences"));
        YamlNode name = root.required(keys, "name");
        requireName(name, name.text());
        MappingFile map = new MappingFile(
                name.text(),
                encoding(keys),
                mappings(keys, "outbound", OutboundMapping::read),
                mappings(keys, "inbound", InboundMapping::read),
                names(keys, "reads"),
                names(keys, "sequences"));
        if (map.outbound.isEmpty() && map.inbound.isEmpty()) {
            throw root.fault("there is neither an outbound nor an inbound mapping");
        }
        return map;
    }

    private static MtfEncoding encoding(Map<String, YamlNode> keys) {
        YamlNode encoding = keys.get("encoding");
        if (encoding == null) {
            return MtfEncoding.UTF_8;
        }
        return MtfEncoding.named(encoding.text())
                .orElseThrow(() -> encoding.fault("'" + encoding.text() + "' is not one of " + MtfEncoding.NAMES));
    }

    private static <M> List<M> mappings(
            Map<String, YamlNode> keys, String key, BiFunction<String, YamlNode, M> reading) {
        YamlNode section = keys.get(key);
        List<M> mappings = new ArrayList<>();
        if (section != null) {
            section.map(Set.of()).forEach((name, mapping) -> {
                requireName(mapping, name);
                mappings.add(reading.apply(name, mapping));
            });
            if (mappings.size() > MAX_MAPPINGS) {
                throw section.fault("more than " + MAX_MAPPINGS + " mappings");
            }
        }
        return mappings;
    }

    private static void requireName(YamlNode place, String name) {
        if (!NAME.matcher(name).matches()) {
            throw place.fault("'" + name + "' is not a name of a mapping: 1 to 32 of a-z 0-9 _, a letter first");
        }
    }

    private static List<SqlName> names(Map<String, YamlNode> keys, String key) {
        YamlNode section = keys.get(key);
        return section == null
                ? List.of()
                : section.list().stream().map(SqlName::qualified).distinct().toList();
    }

    /** Reads a list of columns. */
    static List<SqlName> columns(YamlNode place) {
        List<SqlName> columns =
                place.list().stream().map(SqlName::column).distinct().toList();
        if (columns.isEmpty()) {
            throw place.fault("at least one column is needed");
        }
        return columns;
    }

    /** @throws YamlNode.Fault when a mapping has what only the table bridge understands */
    public MappingFile requireForTriggers() {
        for (OutboundMapping mapping : outbound) {
            if (mapping.polling().isAsked()) {
                throw mapping.place()
                        .fault(
                                "'taken', 'watermark', 'overlap' and 'settled' are for the table bridge, not for triggers");
            }
        }
        for (InboundMapping mapping : inbound) {
            if (!mapping.uniqueKey().isEmpty()) {
                throw mapping.place().fault("'unique-by' is for the table bridge, not for triggers");
            }
        }
        return this;
    }

    /** @return whether it says how the table bridge knows what it has taken or brought, which triggers do not need */
    public boolean isForBridge() {
        return outbound.stream().anyMatch(mapping -> mapping.polling().isPossible())
                || inbound.stream().anyMatch(mapping -> !mapping.uniqueKey().isEmpty());
    }

    /** @throws YamlNode.Fault when a mapping lacks what the table bridge needs, or has what only triggers understand */
    public MappingFile requireForBridge() {
        for (OutboundMapping mapping : outbound) {
            if (!mapping.polling().isPossible()) {
                throw mapping.place()
                        .fault("the table bridge needs 'taken' or 'watermark', to know which rows it has taken");
            }
            if (mapping.onUpdate()) {
                throw mapping.place()
                        .fault("'on' is for triggers; the table bridge takes each row that fulfils 'when'");
            }
            if (!mapping.polling().taken().isEmpty() && mapping.condition().isEmpty()) {
                throw mapping.place().fault("'taken' needs 'when', which is false for a row that was taken");
            }
        }
        for (InboundMapping mapping : inbound) {
            if (mapping.uniqueKey().isEmpty() != mapping.isUpsert()) {
                throw mapping.place().fault("the table bridge needs either 'unique-by' or 'upsert-by'");
            }
            if (outbound.stream().anyMatch(other -> other.name().equals(mapping.name()))) {
                throw mapping.place().fault("the table bridge needs different names of outbound and inbound mappings");
            }
        }
        return this;
    }

    /** @return what PostgreSQL calls the encoding of payloads */
    public String postgresEncoding() {
        return switch (encoding) {
            case UTF_8 -> "UTF8";
            case CP949 -> "UHC";
            case CP1252 -> "WIN1252";
        };
    }
}
