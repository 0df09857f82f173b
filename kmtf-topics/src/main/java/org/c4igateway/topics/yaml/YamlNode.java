package org.c4igateway.topics.yaml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** A YAML node that knows its place and complains with it. Immutable. */
public final class YamlNode {
    private static final int DEEPEST = 24;

    /** Stops the reading of one entry; the message begins with {@code FILE:LINE:COLUMN}. */
    public static final class Fault extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Fault(String message) {
            super(message, null, false, false);
        }
    }

    private final String file;
    private final Node node;
    private final int depth;

    /**
     * Reads a text.
     *
     * @param file its name, for complaints
     * @throws Fault when it is no YAML, empty, or longer than {@code mostCharacters}
     */
    public static YamlNode read(String file, String yaml, int mostCharacters) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file)
                .setCodePointLimit(mostCharacters)
                .build();
        try {
            Node root = new Compose(settings)
                    .composeString(yaml)
                    .orElseThrow(() -> new Fault(file + ":1:1: the file is empty"));
            return new YamlNode(file, root, 0);
        } catch (MarkedYamlEngineException e) {
            Mark mark = e.getProblemMark().orElse(null);
            String place = mark == null ? ":1:1" : ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1);
            throw new Fault(file + place + ": not YAML: " + e.getProblem());
        } catch (YamlEngineException | IllegalArgumentException e) {
            // The library names no place for some faults, such as a tag of blanks, and throws either.
            throw new Fault(file + ":1:1: not usable as YAML: " + e.getMessage());
        }
    }

    private YamlNode(String file, Node node, int depth) {
        this.file = file;
        this.node = node;
        this.depth = depth;
        if (depth > DEEPEST) {
            throw fault("nested deeper than " + DEEPEST);
        }
    }

    /** A complaint about this place. */
    public Fault fault(String reason) {
        Mark mark = node.getStartMark().orElse(null);
        String place = mark == null ? file + ":1:1" : file + ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1);
        return new Fault(place + ": " + reason);
    }

    /** Whether it is a map. */
    public boolean isMap() {
        return node instanceof MappingNode;
    }

    /** Whether it is a list. */
    public boolean isList() {
        return node instanceof SequenceNode;
    }

    /** The entries in order; all keys must be among {@code allowed} unless that is empty. */
    public Map<String, YamlNode> map(Set<String> allowed) {
        if (!(node instanceof MappingNode mapping)) {
            throw fault("a map is expected here");
        }
        Map<String, YamlNode> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            YamlNode key = new YamlNode(file, tuple.getKeyNode(), depth + 1);
            String name = key.text();
            if (!allowed.isEmpty() && !allowed.contains(name)) {
                throw key.fault("unknown key '" + name + "'; known: "
                        + String.join(", ", allowed.stream().sorted().toList()));
            }
            if (entries.put(name, new YamlNode(file, tuple.getValueNode(), depth + 1)) != null) {
                throw key.fault("key '" + name + "' twice");
            }
        }
        return entries;
    }

    /** The items in order. */
    public List<YamlNode> list() {
        if (!(node instanceof SequenceNode sequence)) {
            throw fault("a list is expected here");
        }
        return sequence.getValue().stream()
                .map(item -> new YamlNode(file, item, depth + 1))
                .toList();
    }

    /** A single value as it is written. */
    public String text() {
        if (!(node instanceof ScalarNode scalar)) {
            throw fault("a single value is expected here");
        }
        return scalar.getValue();
    }

    /** One value or a list of values. */
    public List<String> texts() {
        return isList() ? list().stream().map(YamlNode::text).toList() : List.of(text());
    }

    /** A whole number of at least {@code min}. */
    public int integer(int min) {
        String text = text();
        try {
            int value = Integer.parseInt(text);
            if (value >= min) {
                return value;
            }
        } catch (NumberFormatException _) {
            // reported below together with numbers out of range
        }
        throw fault("'" + text + "' is not a whole number of at least " + min);
    }

    /** A finite number. */
    public double number() {
        String text = text();
        try {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException _) {
            // reported below
        }
        throw fault("'" + text + "' is not a number");
    }

    /** The value of a key that must be there. */
    public YamlNode required(Map<String, YamlNode> entries, String key) {
        YamlNode value = entries.get(key);
        if (value == null) {
            throw fault("key '" + key + "' is missing");
        }
        return value;
    }
}
